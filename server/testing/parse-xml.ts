import { SaxesParser } from 'saxes'

export interface Node {
  name: string
  attributes: Record<string, string>
  text: string
  children: Node[]
}

/** The root of a document, by a parser that refuses XML that is not well-formed, and elements outside of `namespace`. */
export const parseXml = (xml: string, namespace?: string): Node => {
  const open: Node[] = [{ name: '', attributes: {}, text: '', children: [] }]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, uri, attributes }) => {
    if (namespace !== undefined && uri !== namespace) throw new Error(`${name} is of ${uri}`)
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const)
    const node = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [root] = open[0]?.children ?? []
  if (!root) throw new Error('There is no element')
  return root
}

export const textOf = ({ children }: Node, name: string) => children.find((one) => one.name === name)?.text
export const linksOf = ({ children }: Node, rel: string) =>
  children.filter(({ name, attributes }) => name === 'link' && attributes['rel'] === rel).map((one) => one.attributes)
export const entriesOf = ({ children }: Node) => children.filter(({ name }) => name === 'entry')

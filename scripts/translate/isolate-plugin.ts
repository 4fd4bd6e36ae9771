/** Isolates what is put into the English messages, as `compileModule` does in other languages. */
import { basename, dirname, join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { parseSync, type Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, '../../web/messages')
const IMPORT = `import { isolated } from '#web/language/isolated.ts'\n`

export const isolatedArguments = (): Plugin => ({
  name: 'isolated-arguments',
  enforce: 'pre',
  async load(id) {
    if (dirname(id) !== FOLDER || !id.endsWith('.ts')) return null
    return withIsolated(basename(id), await readFile(id, 'utf8'))
  },
})

interface Node {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

/** The source of a module with `isolated` around each argument that is a text and stands by itself in a template. */
export const withIsolated = (name: string, source: string): string => {
  const program = parseSync(name, source).program as unknown as Node
  const found = textsIn(program, new Set()).toSorted((one, other) => other.end - one.end)
  const code = found.reduce(
    (text, { start, end }) => `${text.slice(0, start)}isolated(${text.slice(start, end)})${text.slice(end)}`,
    source,
  )
  return found.length > 0 ? IMPORT + code : source
}

/** Where the names of texts stand in templates; `texts` are those of the functions around. */
const textsIn = (node: Node, texts: ReadonlySet<string>): Node[] => {
  const known =
    node.type === 'ArrowFunctionExpression'
      ? new Set([...texts, ...(node['params'] as Node[]).flatMap(textNames)])
      : texts
  const own = node.type === 'TemplateLiteral' ? followedIn(node) : []
  const inner = Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
  return [
    ...own.filter(({ type, name }) => type === 'Identifier' && known.has(name as string)),
    ...inner.flatMap((child) => textsIn(child, known)),
  ]
}

/** The expressions of a template that are not its end: what follows could be read as a part of them. */
const followedIn = (template: Node): Node[] => {
  const expressions = template['expressions'] as Node[]
  const end = (template['quasis'] as { value: { cooked: string } }[]).at(-1)?.value.cooked
  return end === '' ? expressions.slice(0, -1) : expressions
}

/** The names of a parameter, or of its properties, that are texts. */
const textNames = ({ name, typeAnnotation }: Node): string[] => {
  const type = (typeAnnotation as Node | null)?.['typeAnnotation'] as Node | undefined
  if (type?.type === 'TSTypeLiteral')
    return (type['members'] as (Node & { key?: Node })[]).flatMap(({ key, typeAnnotation: of }) =>
      textNames({ ...key, typeAnnotation: of } as Node),
    )
  return type && /\bTSStringKeyword\b/.test(JSON.stringify(type)) ? [name as string] : []
}

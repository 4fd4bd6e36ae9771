import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { MAX_DEPTH, MAX_NODES, NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { withoutControls } from './content.ts'
import type { Piece } from './manuscript.ts'

const KNOWN: readonly string[] = [NAMESPACES.xhtml, NAMESPACES.mathml, NAMESPACES.svg]

/** Reads the content of a body of HTML, as browsers do. Throws `RangeError` for one that is too large. */
export const readHtml = (html: string): Piece[] => {
  let nodes = 0
  const toPieces = (children: DefaultTreeAdapterTypes.ChildNode[], depth: number): Piece[] => {
    if (depth > MAX_DEPTH) throw new RangeError('The elements are nested too deeply')
    return children.flatMap((node): Piece[] => {
      if ((nodes += 1) > MAX_NODES) throw new RangeError('There are too many elements')
      if ('value' in node) return [node.value]
      if (!('tagName' in node) || !KNOWN.includes(node.namespaceURI)) return []
      const attributes = node.attrs
        .filter(({ namespace = '' }) => namespace === '')
        .map(({ name, value }) => ({ namespace: '', name, value }))
      return [
        {
          namespace: node.namespaceURI,
          name: node.tagName,
          attributes,
          children: toPieces(node.childNodes, depth + 1),
        },
      ]
    })
  }
  return toPieces(parseFragment(withoutControls(html)).childNodes, 0)
}

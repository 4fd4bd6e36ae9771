import type { CfiNode } from '#contract/shapes/cfi.ts'

/** A node of a chapter, as far as places in it need one. */
export interface DocumentNode extends CfiNode {
  readonly parentNode: DocumentElement | null
  readonly childNodes: readonly DocumentNode[]
}

export interface DocumentElement extends DocumentNode {
  name: string
  /** An element of the file was removed here (see sanitize-document.ts). */
  isRemoved: boolean
  /** It stands for an element of another name. */
  isStandIn: boolean
  isHidden: boolean
  childNodes: DocumentNode[]
}

const PIECE = /<(\/?)([^\s/>]+)([^>]*?)(\/?)>|[^<]+/gu
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const plain = (markup: string) =>
  markup.replace(/&(?:#(\d+)|(\w+));/gu, (whole, number: string | undefined, name: string) =>
    number === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(number)),
  )

/** The document of a chapter of an edition, which is as `createXmlWriter` writes: no parser of strangers' files is needed. */
export const readDocument = (xhtml: string): DocumentElement => {
  const top = elementOf('', '', null)
  let at = top
  for (const [piece, end, name, attributes = '', isEmpty] of xhtml.matchAll(PIECE)) {
    if (name === undefined) at.childNodes.push(textOf(plain(piece), at))
    else if (end) at = at.parentNode ?? top
    else {
      const element = elementOf(name, attributes, at)
      at.childNodes.push(element)
      if (!isEmpty) at = element
      element.isRemoved = Boolean(isEmpty) && name === 'span' && attributes === ' hidden=""'
    }
  }
  const root = top.childNodes.find(isElement)
  return root ? Object.assign(root, { parentNode: null }) : top
}

const elementOf = (name: string, attributes: string, parentNode: DocumentElement | null): DocumentElement => ({
  nodeType: 1,
  name,
  parentNode,
  childNodes: [],
  isRemoved: false,
  isHidden: attributes.includes(' hidden="'),
  isStandIn: attributes.includes(' data-book-stands="'),
  id: plain(/\sid="([^"]*)"/u.exec(attributes)?.[1] ?? ''),
})

const textOf = (data: string, parentNode: DocumentElement): DocumentNode => ({
  nodeType: 3,
  data,
  parentNode,
  childNodes: [],
})

export const isElement = (node: DocumentNode | undefined): node is DocumentElement => node?.nodeType === 1

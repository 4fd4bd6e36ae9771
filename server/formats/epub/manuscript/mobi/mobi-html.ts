import { fateOf } from '#server/formats/epub/allowed-elements.ts'
import { element, headingLevel, withAttribute } from '#server/formats/epub/manuscript/content.ts'
import type { Piece } from '#server/formats/epub/manuscript/manuscript.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { emOfText } from '#server/formats/epub/simple-lengths.ts'
import type { Looks, LooksOf } from '#server/formats/epub/simple-looks.ts'
import { words } from '#server/formats/epub/words.ts'
import { descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { linesOfDrawing } from './drawings.ts'
import { PLACE } from './mark-places.ts'
import type { Attributes, MobiText } from './mobi-document.ts'

/** The attribute that holds, until notes are found, what the book says that an element is. */
export const NOTE_ROLE = 'data-note'

export interface HtmlParts {
  text: Pick<MobiText, 'linkOf' | 'pictureOf' | 'wordsOf'>
  looksOf: LooksOf
  /** The `src` of a picture in the book; undefined for one that cannot be shown. */
  pictureAt: (number: number) => string | undefined
  tellLost: (kind: 'lost-picture' | 'object') => void
}

const BLOCKS = words(`
  address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hgroup hr li main menu nav ol p pre section summary table caption tbody thead tfoot tr td th ul
`)
const INLINE_NAMES = new Map([
  ['tt', 'code'],
  ['strike', 's'],
  ['acronym', 'abbr'],
])
const ITALIC = words('em i cite dfn var address')
const BOLD = words('strong b th dt h1 h2 h3 h4 h5 h6')
const RECORDINGS = words('audio video')
/** Pages of contents, which the EPUB has of its own. */
const CONTENTS = /\b(?:toc|landmarks|page-list)\b/
const NOTE_ROLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:doc-)?noteref\b/, 'reference'],
  [/\b(?:doc-)?(?:footnote|endnote|rearnote)\b/, 'note'],
]

/** Space above a paragraph, in its letters, and the share of paragraphs that have some where it says nothing. */
const [APART_EM, MOST_APART] = [0.9, 0.3]

interface Around {
  align: Looks['align']
  lang: string | undefined
}

/** The content of the body of a document, as blocks that stay when all else is left out. */
export const readMobiHtml = (root: XmlNode, parts: HtmlParts): Piece[] => {
  const body = root.name === 'html' ? elementsOf(root).find(({ name }) => name === 'body') : root
  if (body === undefined) return []
  const blocksInside = new WeakMap<XmlNode, boolean>()
  const holdsBlocks = (node: XmlNode): boolean => {
    const known = blocksInside.get(node)
    if (known !== undefined) return known
    const holds = elementsOf(node).some((child) => isBlock(child) || holdsBlocks(child))
    blocksInside.set(node, holds)
    return holds
  }

  const isLeftOut = (node: XmlNode): boolean => {
    const isNavigation = node.name === 'nav' && CONTENTS.test(attributesIn(node)('type') ?? '')
    // Notes are hidden as well, until a link leads to them; other things are for other devices.
    const isHidden = () => parts.looksOf(node).hidden === true && !holdsPlace(node)
    return isNavigation || fateOf(node.namespace, node.name, NAMESPACES.xhtml) === 'removed' || isHidden()
  }

  const spaceAbove = (node: XmlNode): number =>
    parts.looksOf(node).above ?? emOfText(attributesIn(node)('height')?.toLowerCase() ?? '') ?? 0
  const paragraphs = descendantsOf(body, 'p')
  const apart = new Set(paragraphs.filter((node) => spaceAbove(node) >= APART_EM))
  // Where most have space above them, it parts no scenes.
  if (apart.size > paragraphs.length * MOST_APART) apart.clear()

  const flow = (nodes: XmlNode['children'], around: Around): Piece[] => {
    const { add, part, finish } = createFlow()
    let line: Piece[] = []
    const endLine = () => {
      add(element('p', lookAttributes({}, around), line))
      line = []
    }
    for (const node of nodes) {
      if (typeof node === 'string') line.push(node)
      else if (isLeftOut(node)) continue
      else if (isBlock(node) || holdsBlocks(node)) {
        endLine()
        if (apart.has(node)) part()
        for (const piece of block(node, around)) add(piece)
      } else line.push(...inline(node, around))
    }
    endLine()
    return finish()
  }

  /** Words stay words in a cell or an item. */
  const content = (node: XmlNode, around: Around): Piece[] =>
    holdsBlocks(node) ? flow(node.children, around) : inlines(node.children, around)

  const block = (node: XmlNode, outside: Around): Piece[] => {
    const looks = looksIn(node)
    const around = { align: looks.align ?? outside.align, lang: langOf(node) ?? outside.lang }
    const attributes = { id: idOf(node), [NOTE_ROLE]: noteRoleOf(node), lang: around.lang }
    const wrapped = () => inBlockLooks(node, looks, inlines(node.children, around))
    switch (node.name) {
      case 'hr':
        return [...markOf(node), element('hr', {}, [])]
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return [element(node.name === 'ol' ? 'ol' : 'ul', { ...attributes, ...orderOf(node) }, items(node, around))]
      case 'dl':
        return [element('dl', attributes, definitions(node, around))]
      case 'table':
        return [element('table', attributes, rows(node, around))]
      case 'blockquote':
        return [element('blockquote', attributes, flow(node.children, around))]
      case 'figure':
        return [element('figure', attributes, figureParts(node, around))]
      case 'pre':
        return [element('pre', attributes, inlines(node.children, around))]
    }
    if (holdsBlocks(node)) {
      const [first, ...rest] = [...markOf(node), ...flow(node.children, around)]
      const role = attributes[NOTE_ROLE]
      // What is a note stays together.
      if (role !== undefined && first !== undefined) return [element('blockquote', attributes, [first, ...rest])]
      return first === undefined ? [] : [first, ...rest]
    }
    const name = headingLevel(node) !== undefined && textOf(node).trim() !== '' ? node.name : 'p'
    return [element(name, { ...attributes, ...lookAttributes(looks, around, name) }, wrapped())]
  }

  const items = (node: XmlNode, around: Around): Piece[] =>
    elementsOf(node)
      .filter((child) => !isLeftOut(child))
      .map((child) => {
        const attributes = { id: idOf(child), [NOTE_ROLE]: noteRoleOf(child), lang: langOf(child) }
        return element('li', attributes, child.name === 'li' ? content(child, NOTHING) : block(child, around))
      })

  const definitions = (node: XmlNode, around: Around): Piece[] =>
    elementsOf(node)
      .filter((child) => !isLeftOut(child))
      .flatMap((child): Piece[] => {
        if (child.name === 'div') return definitions(child, around)
        const attributes = { id: idOf(child), lang: langOf(child) }
        if (child.name === 'dt') return [element('dt', attributes, inlines(child.children, NOTHING))]
        return [element('dd', attributes, child.name === 'dd' ? content(child, NOTHING) : block(child, around))]
      })

  const rows = (node: XmlNode, around: Around): Piece[] =>
    elementsOf(node)
      .filter((child) => !isLeftOut(child) && child.name !== 'colgroup' && child.name !== 'col')
      .map((child) => {
        const attributes = { id: idOf(child), lang: langOf(child) }
        if (child.name === 'caption') return element('caption', attributes, content(child, NOTHING))
        if (/^t(?:head|body|foot)$/.test(child.name)) return element(child.name, attributes, rows(child, around))
        if (child.name === 'tr') return element('tr', attributes, cells(child, around))
        return element('tr', {}, [element('td', {}, block(child, around))])
      })

  const cells = (node: XmlNode, around: Around): Piece[] =>
    elementsOf(node)
      .filter((child) => !isLeftOut(child))
      .map((child) => {
        if (child.name !== 'td' && child.name !== 'th') return element('td', {}, block(child, around))
        const of = attributesIn(child)
        const looks = looksIn(child)
        const attributes = { id: idOf(child), lang: langOf(child), colspan: of('colspan'), rowspan: of('rowspan') }
        const isPlaced = looks.align === 'center' || looks.align === 'right'
        const style = isPlaced ? `text-align:${looks.align}` : undefined
        return element(child.name, { ...attributes, style }, content(child, NOTHING))
      })

  const figureParts = (node: XmlNode, around: Around): Piece[] => {
    const caption = elementsOf(node).find(({ name }) => name === 'figcaption')
    const rest = flow(
      node.children.filter((child) => child !== caption),
      around,
    )
    if (caption === undefined) return rest
    const words = element('figcaption', { id: idOf(caption), lang: langOf(caption) }, content(caption, NOTHING))
    return caption === elementsOf(node)[0] ? [words, ...rest] : [...rest, words]
  }

  const inlines = (nodes: XmlNode['children'], around: Around): Piece[] =>
    nodes.flatMap((node) => {
      if (typeof node === 'string') return [node]
      return isLeftOut(node) ? [] : inline(node, around)
    })

  const inline = (node: XmlNode, around: Around): Piece[] => {
    if (node.namespace === NAMESPACES.mathml) return [node]
    if (node.namespace === NAMESPACES.svg) return drawing(node)
    if (node.name === 'img' || node.name === 'image') return [...markOf(node), ...picture(node)]
    if (node.name === 'br') return [...markOf(node), element('br', {}, [])]
    if (RECORDINGS.has(node.name)) parts.tellLost('object')
    const children = inBlockLooks(node, looksIn(node), inlines(node.children, around))
    const name = INLINE_NAMES.get(node.name) ?? (node.namespace === NAMESPACES.xhtml ? node.name : 'span')
    const attributes = { id: idOf(node), lang: langOf(node) }
    if (name === 'a') {
      const href = parts.text.linkOf(attributesIn(node))
      return [element('a', { ...attributes, href, [NOTE_ROLE]: noteRoleOf(node) }, children)]
    }
    return [element(name, attributes, children)]
  }

  const picture = (node: XmlNode): Piece[] => {
    const number = parts.text.pictureOf(attributesIn(node))
    const src = number === undefined ? undefined : parts.pictureAt(number)
    if (src === undefined) parts.tellLost('lost-picture')
    const alt = attributesIn(node)('alt') ?? ''
    const lines = parts.text.wordsOf(attributesIn(node))
    if (src === undefined) return lines.length > 0 ? inLines([], lines) : [alt]
    return inLines([element('img', { src, alt }, [])], lines)
  }

  /** A drawing often only holds a picture, so that it fills the page. Of others the words stay. */
  const drawing = (node: XmlNode): Piece[] => {
    const pictures = descendantsOf(node, 'image')
    if (pictures.length === 0) parts.tellLost('lost-picture')
    return inLines(pictures.flatMap(picture), linesOfDrawing(node))
  }

  const looksIn = (node: XmlNode): Looks => {
    const looks = parts.looksOf(node)
    const align = node.name === 'center' ? 'center' : attributesIn(node)('align')?.toLowerCase()
    if (align === undefined || looks.align !== undefined || node.name === 'table' || node.name === 'img') return looks
    return { ...looks, align: align === 'center' || align === 'right' ? align : 'start' }
  }

  return flow(body.children, NOTHING)
}

/** Each line below what is before it. */
const inLines = (before: Piece[], lines: readonly string[]): Piece[] => [
  ...before,
  ...lines.flatMap((line, at) => (before.length + at > 0 ? [element('br', {}, []), line] : [line])),
]

const NOTHING: Around = { align: undefined, lang: undefined }

const isBlock = (node: XmlNode) => node.namespace === NAMESPACES.xhtml && BLOCKS.has(node.name)

const holdsPlace = (node: XmlNode): boolean => idOf(node) !== undefined || elementsOf(node).some(holdsPlace)

/** By their names alone: what had a prefix may have lost it. */
const attributesIn =
  (node: XmlNode): Attributes =>
  (name) =>
    node.attributes.find((one) => one.name === name)?.value.trim()

const idOf = (node: XmlNode) => attributesIn(node)(PLACE)
const langOf = (node: XmlNode) => attributesIn(node)('lang')
const markOf = (node: XmlNode): Piece[] => {
  const id = idOf(node)
  return id === undefined ? [] : [element('span', { id }, [])]
}

const noteRoleOf = (node: XmlNode): string | undefined => {
  const said = `${attributesIn(node)('type') ?? ''} ${attributesIn(node)('role') ?? ''}`
  return NOTE_ROLES.find(([role]) => role.test(said))?.[1]
}

/** Where a list begins to count, which older books say of its items. */
const orderOf = (node: XmlNode) => {
  const [first] = elementsOf(node)
  const start = attributesIn(node)('start') ?? (first && attributesIn(first)('value'))
  return node.name === 'ol' ? { start: start === '1' ? undefined : start, type: attributesIn(node)('type') } : {}
}

const lookAttributes = (looks: Looks, around: Around, name = 'p'): Record<string, string | undefined> => {
  const { align } = around
  const classes = [
    ...(name === 'p' && (align === 'center' || align === 'right') ? [align] : []),
    ...(looks.newPage ? ['new-page'] : []),
  ]
  return { class: classes.length > 0 ? classes.join(' ') : undefined, lang: around.lang }
}

/** What an element looks like is said by elements around its words. */
const inBlockLooks = (node: XmlNode, looks: Looks, children: Piece[]): Piece[] => {
  const wraps: [boolean | undefined, string, string?][] = [
    [looks.bold && !BOLD.has(node.name), 'strong'],
    [looks.italic && !ITALIC.has(node.name), 'em'],
    [looks.struck && !/^(?:s|strike|del)$/.test(node.name), 's'],
    [looks.underlined && !/^(?:u|a|ins)$/.test(node.name), 'u'],
    [looks.raised === 'sup' && !/^(?:sup|sub|a|img)$/.test(node.name), 'sup'],
    [looks.raised === 'sub' && !/^(?:sup|sub|a|img)$/.test(node.name), 'sub'],
    [looks.smallCaps, 'span', 'small-caps'],
    [looks.letters === 'upper', 'span', 'caps'],
  ]
  if (!children.some((child) => typeof child !== 'string' || child.trim() !== '')) return children
  return wraps.reduce(
    (inner, [isSo, name, className]) => (isSo ? [element(name, { class: className }, inner)] : inner),
    children,
  )
}

const hasContent = (piece: Piece): boolean => {
  if (typeof piece === 'string') return piece.trim() !== ''
  return piece.name === 'img' || piece.namespace === NAMESPACES.mathml || piece.children.some(hasContent)
}
const idsIn = (piece: Piece): string[] => {
  if (typeof piece === 'string') return []
  const own = piece.attributes.flatMap(({ name, value }) => (name === 'id' ? [value] : []))
  return [...own, ...piece.children.flatMap(idsIn)]
}
/** Without words, but as high as a line of them. */
const isEmptyLine = (piece: Piece): boolean =>
  typeof piece !== 'string' &&
  (textOf(piece).includes('\u{a0}') || piece.children.some((child) => typeof child !== 'string' && child.name === 'br'))
const isLine = (piece: Piece): piece is XmlNode =>
  typeof piece !== 'string' && (piece.name === 'p' || headingLevel(piece) !== undefined)

/** Puts blocks after each other: an empty line is a gap, and what leads to nothing leads to what follows. */
const createFlow = () => {
  const blocks: Piece[] = []
  let marks: string[] = []
  let isAfterGap = false
  const add = (piece: Piece) => {
    if (typeof piece === 'string' || (piece.name !== 'hr' && !hasContent(piece))) {
      marks.push(...idsIn(piece))
      if (isEmptyLine(piece)) part()
      return
    }
    const [first, ...others] = marks
    marks = []
    const own = piece.attributes.some(({ name }) => name === 'id')
    const rest = (own ? [first ?? [], ...others].flat() : others).map((id) => element('span', { id }, []))
    const named = own || first === undefined ? piece : withAttribute(piece, 'id', first)
    if (isLine(named)) blocks.push(toGap({ ...named, children: [...rest, ...named.children] }))
    else blocks.push(...rest, named)
    isAfterGap = false
  }
  const toGap = (line: XmlNode): XmlNode => {
    const said = line.attributes.find(({ name }) => name === 'class')?.value
    return isAfterGap && line.name === 'p' ? withAttribute(line, 'class', [said ?? [], 'gap'].flat().join(' ')) : line
  }
  /** What follows is another scene, unless it begins a chapter. */
  const part = () => {
    const before = blocks.at(-1)
    isAfterGap = before !== undefined && headingLevel(before) === undefined
  }
  return { add, part, finish: (): Piece[] => [...blocks, ...marks.map((id) => element('span', { id }, []))] }
}

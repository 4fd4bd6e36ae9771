import { cleanLine } from '#server/formats/clean-line.ts'
import type { EpubContentsEntry, EpubLandmark, EpubPlace } from '#contract/shapes/epub.ts'
import { resolveInBook, withFragment } from './book-path.ts'
import { NAMESPACES } from './read-xml.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from './xml-tree.ts'

const MAX_LABEL = 300
const MAX_LEVEL = 16
const MAX_ENTRIES = 10_000

export interface Navigation {
  contents: EpubContentsEntry[]
  pageList: EpubPlace[]
  landmarks: EpubLandmark[]
}

/** The path of the chapter that a file of the book is shown as. */
type ChapterOf = (path: string) => string | undefined

interface Line {
  node: XmlNode | undefined
  label: string
  target: string | null
  level: number
}

/** Reads a navigation document of EPUB 3. */
export const readNavDocument = (root: XmlNode, base: string, chapterOf: ChapterOf): Navigation => {
  const navs = descendantsOf(root, 'nav')
  const linesOf = (kind: string): Line[] => {
    const nav = navs.find((one) => isOf(one, kind)) ?? (kind === 'toc' ? navs.find(isOfNoKind) : undefined)
    const list = [...descendantsOf(nav, 'ol'), ...descendantsOf(nav, 'ul')][0]
    return list ? [...listLines(list, base, chapterOf)].slice(0, MAX_ENTRIES) : []
  }
  return {
    contents: linesOf('toc').map(({ label, target, level }) => ({ label, target, level })),
    pageList: placesIn(linesOf('page-list')),
    landmarks: linesOf('landmarks').flatMap(({ node, label, target }) => {
      const kind = attributeOf(node, 'type', NAMESPACES.ops)
      return kind === undefined || target === null ? [] : [{ kind, label, target }]
    }),
  }
}

function* listLines(list: XmlNode, base: string, chapterOf: ChapterOf, level = 1): Generator<Line> {
  if (level > MAX_LEVEL) return
  for (const item of elementsOf(list).filter(({ name }) => name === 'li')) {
    const node = headOf(item)
    const label = labelOf(node)
    if (label !== '') yield { node, label, target: targetOf(attributeOf(node, 'href'), base, chapterOf), level }
    const inner = elementsOf(item).find(isList)
    if (inner) yield* listLines(inner, base, chapterOf, level + 1)
  }
}

const isOf = (nav: XmlNode, kind: string) =>
  attributeOf(nav, 'type', NAMESPACES.ops)?.split(/\s+/).includes(kind) || attributeOf(nav, 'role') === `doc-${kind}`

const isOfNoKind = (nav: XmlNode) => !attributeOf(nav, 'type', NAMESPACES.ops) && !attributeOf(nav, 'role')

const isList = ({ name }: XmlNode) => name === 'ol' || name === 'ul'

/** The link of an entry, at any depth, or else its words. */
const headOf = (item: XmlNode): XmlNode => {
  const children = item.children.filter((child) => typeof child === 'string' || !isList(child))
  const head = { ...item, children }
  const link = descendantsOf(head, 'a').find((one) => attributeOf(one, 'href'))
  return link && labelOf(link) === '' ? { ...link, children } : (link ?? head)
}

/** How a word is said, beside it. */
const isReading = ({ name }: XmlNode) => name === 'rt' || name === 'rp' || name === 'rtc'

/** The words of a link, or what stands for them: of an image, its description. */
const labelOf = (node: XmlNode): string => {
  const words = cleanLine(textOf(node, isReading), MAX_LABEL)
  const image = descendantsOf(node, 'img').map((one) => attributeOf(one, 'alt') ?? '')
  return words || cleanLine(image.join(' ') || (attributeOf(node, 'title') ?? ''), MAX_LABEL)
}

const targetOf = (reference: string | undefined, base: string, chapterOf: ChapterOf): string | null => {
  const target = reference === undefined ? undefined : resolveInBook(base, reference)
  const path = target && chapterOf(target.path)
  return target && path !== undefined ? withFragment({ ...target, path }) : null
}

/** Reads the navigation of EPUB 2, an NCX. */
export const readNcx = (root: XmlNode, base: string, chapterOf: ChapterOf): Navigation => ({
  contents: [...ncxLines(descendantsOf(root, 'navMap')[0], 'navPoint', base, chapterOf)]
    .slice(0, MAX_ENTRIES)
    .map(({ label, target, level }) => ({ label, target, level })),
  pageList: placesIn([...ncxLines(descendantsOf(root, 'pageList')[0], 'pageTarget', base, chapterOf)]),
  landmarks: [],
})

function* ncxLines(
  parent: XmlNode | undefined,
  name: string,
  base: string,
  chapterOf: ChapterOf,
  level = 1,
): Generator<Line> {
  if (level > MAX_LEVEL) return
  for (const node of elementsOf(parent).filter((child) => child.name === name)) {
    const part = (wanted: string) => elementsOf(node).find((child) => child.name === wanted)
    const label = cleanLine(textOf(part('navLabel')), MAX_LABEL)
    const target = targetOf(attributeOf(part('content'), 'src'), base, chapterOf)
    if (label !== '') yield { node, label, target, level }
    yield* ncxLines(node, name, base, chapterOf, level + 1)
  }
}

const placesIn = (lines: Line[]): EpubPlace[] =>
  lines.flatMap(({ label, target }) => (target === null ? [] : [{ label, target }])).slice(0, MAX_ENTRIES)

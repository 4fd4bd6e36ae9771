import { cfiOf, isInChapter, rangeOfCfi } from '#contract/shapes/cfi.ts'
import { firstPagesOf, startOfPage } from '#contract/shapes/edition-pages.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { ElementPlaces } from '#server/formats/book-format.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { pathOf, placeAt, placeAtPosition, positionOf } from './element-paths.ts'
import { spineNumberOf } from './read-chapter-starts.ts'
import { type DocumentElement, type DocumentNode, isElement, readDocument } from './read-document.ts'
import { type OpenEdition, openEdition } from './read-edition.ts'

/**
 * A chapter with more would take the server's time, more than a fifth of a second for each place: its places are known by its
 * begin. A tag takes as long as thirty letters.
 */
const DOCUMENT_MAX = 2_500_000
const TAGS_MAX = 50_000
/** As long as a client may send one. */
const CFI_MAX = 1000
const FRAGMENT = /^\/body\/DocFragment\[(\d{1,9})\]\/body(?:\[1\])?(\/.*)$/su

const open = (book: StoredBook) => openEdition((begin, end) => book.part(begin, end))

const documentOf = async (edition: OpenEdition, number: number): Promise<DocumentElement | undefined> => {
  const { xhtml, root } = await edition.chapter(number)
  return root === 'svg' || isLong(xhtml) ? undefined : readDocument(xhtml)
}

const isLong = (xhtml: string): boolean => {
  if (xhtml.length > DOCUMENT_MAX) return true
  let tags = 0
  for (let at = xhtml.indexOf('<'); at !== -1 && tags <= TAGS_MAX; at = xhtml.indexOf('<', at + 1)) tags += 1
  return tags > TAGS_MAX
}

export const elementPlaces: ElementPlaces = {
  pathOf: async (book, { page, cfi }) => {
    const edition = await open(book)
    const { chapters } = edition.index.manifest
    const start = startOfPage(edition.index.chapters, page)
    const named = cfi === undefined ? -1 : chapters.findIndex((one) => isInChapter(cfi, one.cfi))
    const number = named < 0 ? start.chapter : named
    const chapter = chapters[number]
    if (!chapter) return undefined
    const fragment = `/body/DocFragment[${spineNumberOf(chapter.cfi, number)}]/body`
    const root = await documentOf(edition, number)
    if (!root) return fragment
    const at =
      (cfi !== undefined && named >= 0 && rangeOfCfi(cfi, root, (id) => findById(root, id))?.start) ||
      (number === start.chapter && start.position > 0 ? placeAtPosition(root, start.position) : undefined)
    return at ? fragment + pathOf(root, at) : fragment
  },
  placeOf: async (book, path): Promise<Place | undefined> => {
    const [, fragment, inside = ''] = FRAGMENT.exec(path) ?? []
    const edition = await open(book)
    const { chapters } = edition.index.manifest
    const number = chapters.findIndex(({ cfi }, n) => spineNumberOf(cfi, n) === Number(fragment))
    const chapter = chapters[number]
    const root = chapter && (await documentOf(edition, number))
    const at = root && placeAt(root, inside)
    if (!at) return undefined
    const position = positionOf(root, at)
    const starts = edition.index.chapters[number]?.pages ?? []
    const page = (firstPagesOf(edition.index.chapters)[number] ?? 1) + Math.max(lastUpTo(starts, position), 0)
    const cfi = cfiOf(chapter.cfi, root, at)
    return { page, ...(cfi.length <= CFI_MAX && { cfi }) }
  },
}

const lastUpTo = (starts: readonly number[], position: number) => starts.findLastIndex((start) => start <= position)

const findById = (node: DocumentNode, id: string): DocumentElement | undefined => {
  if (isElement(node) && node.id === id) return node
  for (const child of node.childNodes) {
    const found = findById(child, id)
    if (found) return found
  }
  return undefined
}

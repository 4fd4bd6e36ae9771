import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import type { MarkedText } from './marked-text.ts'

/** A mark that is not deleted. */
export interface ShownMark {
  id: string
  content: MarkContent
}

/** Where marks are in this version of the file; null if their text is not in it. */
export type Places = ReadonlyMap<string, MarkAnchor[] | null>

interface Placer {
  place: (marks: readonly ShownMark[]) => Promise<Places>
  /** Where these marks are, if they were placed last. */
  placed: (marks: readonly ShownMark[]) => Places | undefined
  /** Marks whose text was not where they say. True if that was not known. */
  report: (ids: readonly string[]) => boolean
}

const placers = new WeakMap<MarkedText, Placer>()

/** The placer of an open file, which reads each of its pages once. */
export const placerOf = (book: MarkedText): Placer => {
  const placer = placers.get(book) ?? createPlacer(book)
  placers.set(book, placer)
  return placer
}

/**
 * Finds marks of other versions of the file in this one: at their old place, else by their quote in the whole book, whose
 * text is read only then.
 */
const createPlacer = ({ file, pageCount, textOf }: MarkedText): Placer => {
  const found = new Map<string, MarkAnchor[] | null>()
  const misplaced = new Set<string>()
  const texts = new Map<number, Promise<string>>()
  let last: { marks: readonly ShownMark[]; places: Places } | undefined
  let book: ReturnType<typeof loadBook> | undefined

  const textOn = (page: number) => {
    const text = texts.get(page) ?? textOf(page)
    texts.set(page, text)
    text.catch(() => texts.delete(page))
    return text
  }
  const isInPlace = async ({ anchors }: MarkContent) => {
    for (const { page, start, end, exact } of anchors)
      if (page > pageCount || (await textOn(page)).slice(start, end) !== exact) return false
    return true
  }
  const find = async (content: MarkContent): Promise<MarkAnchor[] | null> => {
    const key = JSON.stringify(content.anchors)
    const known = found.get(key)
    if (known !== undefined) return known
    const anchors = (await isInPlace(content)) ? content.anchors : await findInBook(content)
    found.set(key, anchors)
    return anchors
  }
  const findInBook = async ({ anchors }: MarkContent) => {
    book ??= loadBook(pageCount, textOn).catch((thrown: unknown) => {
      book = undefined
      throw thrown
    })
    const { text, findQuote } = await book
    return findQuote(text, anchors) ?? null
  }
  return {
    place: async (marks) => {
      const places = new Map<string, MarkAnchor[] | null>()
      for (const { id, content } of marks) {
        const isOwn = content.file === file && !misplaced.has(id)
        places.set(id, isOwn ? content.anchors : await find(content))
      }
      last = { marks, places }
      return places
    },
    placed: (marks) => (last?.marks === marks ? last.places : undefined),
    report: (ids) => {
      const before = misplaced.size
      for (const id of ids) misplaced.add(id)
      return misplaced.size > before
    },
  }
}

const loadBook = async (pageCount: number, textOn: (page: number) => Promise<string>) => {
  const { bookTextOf, findQuote } = await import('./find-quote.ts')
  const pages: string[] = []
  for (let page = 1; page <= pageCount; page++) pages.push(await textOn(page))
  return { text: bookTextOf(pages), findQuote }
}

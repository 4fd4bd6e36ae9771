import type { BookSearch, Match, SearchState } from '#web/reading/format/book-search.ts'
import type { BookMap } from './book-map.ts'
import { finderOf, type TextMatch } from '#web/reading/format/search-text.ts'
import type { EpubReader } from './epub-reader.ts'

/** More matches than this are counted, not listed. */
const MAX_LISTED = 500
const MAX_FOUND = 20_000
const AROUND = 48

interface Found {
  chapter: number
  start: number
  end: number
}

interface SearchOptions {
  reader: EpubReader
  map: BookMap
  chapterCount: number
  textOf: (chapter: number) => Promise<string>
}

/** The search in the texts of an edition, chapter by chapter, which paints the matches in the frame. */
export const searchOfEdition = ({ reader, map, chapterCount, textOf }: SearchOptions): BookSearch => {
  const listeners = new Set<(state: SearchState) => void>()
  let step: SearchState['step'] = 'idle'
  let found: Found[] = []
  let current = -1
  /** What a damaged chapter has can't be found: the others are searched all the same. */
  const searchedText = (chapter: number) => textOf(chapter).catch(() => '')
  /** The last search: one that is overtaken ends. */
  let search = {}

  const report = () => {
    for (const listener of listeners) listener({ step, current: current + 1, total: found.length })
  }
  const paint = () => {
    for (const chapter of reader.chapters) {
      const own = found.flatMap((one, index) => (one.chapter === chapter ? [{ ...one, index }] : []))
      reader.send(chapter, {
        kind: 'matches',
        matches: own.map(({ start, end }): [number, number] => [start, end]),
        current: own.findIndex(({ index }) => index === current),
      })
    }
  }
  reader.follow(({ kind }) => kind === 'shown' && found.length > 0 && paint())

  const goTo = (index: number) => {
    const match = found[index]
    if (!match) return
    current = index
    report()
    void reader.jump({ chapter: match.chapter, to: { position: match.start } }, true).then(paint, () => undefined)
    paint()
  }
  /** The first match behind where the reader is; -1 if none is found yet. */
  const nextMatch = () => {
    const { number = 0, position = 0 } = reader.screen ?? {}
    return found.findIndex(({ chapter, start }) => chapter > number || (chapter === number && start >= position))
  }
  const run = async (findIn: (text: string) => TextMatch[]) => {
    const own = (search = {})
    found = []
    current = -1
    step = 'searching'
    report()
    for (let chapter = 0; chapter < chapterCount && found.length < MAX_FOUND; chapter++) {
      const matches = findIn(await searchedText(chapter))
      if (own !== search) return
      const before = found.length
      for (const match of matches) found.push({ chapter, ...match })
      if (found.length === before) continue
      step = 'found'
      report()
      // Where the reader is comes first.
      if (current < 0) goTo(nextMatch())
    }
    if (found.length === 0) step = 'none'
    // There is none up to the end of the book.
    if (current < 0) goTo(0)
    report()
    paint()
  }
  const stop = () => {
    search = {}
    found = []
    current = -1
    step = 'idle'
    paint()
    report()
  }
  const listed = async ({ chapter, start, end }: Found, index: number): Promise<Match> => {
    const text = (await textOf(chapter)).replaceAll('\n', ' ')
    const [from, to] = [Math.max(start - AROUND, 0), Math.min(end + AROUND, text.length)]
    const [before, after] = [text.slice(from, start), text.slice(end, to)]
    return {
      page: map.pageAt(chapter, start),
      index,
      // From the first and to the last whole word.
      before: from > 0 ? `…${before.slice(before.indexOf(' ') + 1)}` : before,
      found: text.slice(start, end),
      after: to < text.length ? `${after.slice(0, after.lastIndexOf(' '))}…` : after,
    }
  }
  return {
    find: (query, options = {}) => {
      const findIn = finderOf(query)
      if (!findIn) return stop()
      if (!options.again || found.length === 0) return void run(findIn).catch(() => undefined)
      goTo((current + (options.back ? -1 : 1) + found.length) % found.length)
    },
    stop,
    follow: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    matches: async () => {
      const [own, at] = [found, current]
      const matches = await Promise.all(own.slice(0, MAX_LISTED).map(listed))
      const shown = matches[at]
      return { matches, total: own.length, current: shown && { page: shown.page, index: shown.index } }
    },
    goToMatch: ({ index }) => goTo(index),
    show: async ({ page, quote }) => {
      const findIn = finderOf(quote)
      if (!findIn) return false
      const { chapter: first, position } = map.startOf(page)
      for (let turn = 0; turn < chapterCount; turn++) {
        const chapter = (first + turn) % chapterCount
        const matches = findIn(await searchedText(chapter))
        const match = matches.find(({ start }) => turn > 0 || start >= position) ?? matches[0]
        if (!match) continue
        found = [{ chapter, ...match }]
        current = 0
        await reader.go({ chapter, to: { position: match.start } })
        paint()
        return true
      }
      return false
    },
  }
}

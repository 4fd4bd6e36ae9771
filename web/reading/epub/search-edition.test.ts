import { expect, test } from 'vitest'
import type { SearchState } from '#web/reading/format/book-search.ts'
import type { BookMap, Destination } from './book-map.ts'
import type { EpubReader } from './epub-reader.ts'
import { searchOfEdition } from './search-edition.ts'

/** The search in these chapters, of which those that are undefined are damaged, for a reader at a position of one. */
const searchIn = (chapters: (string | undefined)[], number: number, position: number) => {
  const jumps: Destination[] = []
  const reader = {
    screen: { number, position },
    chapters: [number],
    follow: () => undefined,
    send: () => undefined,
    jump: async (to: Destination) => void jumps.push(to),
    go: async (to: Destination) => void jumps.push(to),
  } as unknown as EpubReader
  const search = searchOfEdition({
    reader,
    map: { startOf: () => ({ chapter: number, position }) } as unknown as BookMap,
    chapterCount: chapters.length,
    textOf: async (chapter) => {
      const text = chapters[chapter]
      if (text === undefined) throw new Error('The chapter is damaged')
      return text
    },
  })
  return { search, shown: () => jumps.map(({ chapter, to }) => [chapter, to.position]) }
}

const isSettled = () => new Promise((resolve) => setTimeout(resolve))

test.each([
  ['behind the reader in the same chapter', ['a lamp', 'a lamp and a lamp', 'a lamp'], 1, 4, [1, 13]],
  ['in the next chapter that has one', ['a lamp', 'a lamp', 'no', 'one lamp'], 1, 4, [3, 4]],
  ['in a later chapter than one without', ['a lamp', 'no', 'a lamp'], 1, 0, [2, 2]],
  ['at the beginning of the book, if none follows', ['a lamp', 'a lamp', 'no'], 1, 4, [0, 2]],
])('Find shows the first match %s', async (_, chapters, number, position, shown) => {
  const find = searchIn(chapters, number, position)
  find.search.find('lamp')
  await isSettled()
  expect(find.shown()).toEqual([shown])
})

test.each([
  ['has the matches of the others', ['a lamp', undefined, 'a lamp'], 'found', 2],
  ['ends without a match if the others have none', ['no', undefined], 'none', 0],
])('Find in a book with a damaged chapter %s', async (_, chapters, step, total) => {
  const { search } = searchIn(chapters, 0, 0)
  let state: SearchState | undefined
  search.follow((now) => (state = now))
  search.find('lamp')
  await isSettled()
  expect(state).toMatchObject({ step, total })
})

test('a passage is shown that stands behind a damaged chapter', async () => {
  const { search, shown } = searchIn([undefined, 'the lamp'], 0, 0)
  expect(await search.show({ page: 1, quote: 'lamp' })).toBe(true)
  expect(shown()).toEqual([[1, 4]])
})

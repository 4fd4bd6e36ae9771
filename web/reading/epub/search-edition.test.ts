import { expect, test } from 'vitest'
import type { BookMap, Destination } from './book-map.ts'
import type { EpubReader } from './epub-reader.ts'
import { searchOfEdition } from './search-edition.ts'

/** Where Find goes first in these chapters, for a reader at a position of one. */
const firstShown = async (chapters: string[], number: number, position: number) => {
  const jumps: Destination[] = []
  const reader = {
    screen: { number, position },
    chapters: [number],
    follow: () => undefined,
    send: () => undefined,
    jump: async (to: Destination) => void jumps.push(to),
  } as unknown as EpubReader
  const search = searchOfEdition({
    reader,
    map: {} as BookMap,
    chapterCount: chapters.length,
    textOf: async (chapter) => chapters[chapter] ?? '',
  })
  search.find('lamp')
  await new Promise((resolve) => setTimeout(resolve))
  return jumps.map(({ chapter, to }) => [chapter, to.position])
}

test.each([
  ['behind the reader in the same chapter', ['a lamp', 'a lamp and a lamp', 'a lamp'], 1, 4, [1, 13]],
  ['in the next chapter that has one', ['a lamp', 'a lamp', 'no', 'one lamp'], 1, 4, [3, 4]],
  ['in a later chapter than one without', ['a lamp', 'no', 'a lamp'], 1, 0, [2, 2]],
  ['at the beginning of the book, if none follows', ['a lamp', 'a lamp', 'no'], 1, 4, [0, 2]],
])('Find shows the first match %s', async (_, chapters, number, position, shown) => {
  expect(await firstShown(chapters, number, position)).toEqual([shown])
})

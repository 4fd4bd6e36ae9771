import { expect, test } from 'vitest'
import { BookMap } from './book-map.ts'
import type { OpenEdition } from './open-edition.ts'

/** An edition of so many chapters of a page each, all of which are in its contents. */
const anEdition = (count: number) => {
  const paths = Array.from({ length: count }, (_, at) => `${at + 1}.xhtml`)
  const manifest = {
    direction: null,
    metadata: { languages: [] },
    chapters: paths.map((path) => ({ path })),
    contents: paths.map((path) => ({ label: path, target: path, level: 1 })),
    pageList: [{ label: 'iv', target: paths.at(-1) }],
  }
  return { index: { chapters: paths.map(() => ({ pages: [0] })), manifest } } as unknown as OpenEdition
}

test.each([1, 1_189, 3_000])('the contents of a book of %i chapters lead to the last', async (count) => {
  const outline = await new BookMap(anEdition(count)).outline()
  expect(outline).toHaveLength(count)
  expect(outline.at(-1)).toMatchObject({ title: `${count}.xhtml`, page: count, destination: `${count}.xhtml` })
})

test('a printed page is found by its name, and what is no page leads nowhere', async () => {
  const map = new BookMap(anEdition(3))
  await map.readLabels()
  expect(map.hasNames).toBe(true)
  expect(['iv', 'IV', '2', 'Index'].map((name) => map.pageNamed(name))).toEqual([3, 3, 2, undefined])
})

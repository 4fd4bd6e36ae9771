import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateBook } from '#contract/ratings.ts'
import { relatedBooks } from '#contract/recommendations.ts'
import { countBuilt } from '#server/books/testing-plans.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { relatedBooks as findRelated } from './related-books.ts'

let site: TestSite
let readers: Person[]

beforeAll(async () => {
  site = await openTestSite()
  readers = await Promise.all(Array.from({ length: 5 }, () => site.aReader()))
})
afterAll(() => site.close())

const related = async (id: string) => {
  const { byAuthor, alsoLiked } = await site.api()(relatedBooks, { params: { id } })
  return { byAuthor: byAuthor.map(({ title }) => title), alsoLiked: alsoLiked.map(({ title }) => title) }
}
const rate = (reader: Person | undefined, id: string, rating: number) =>
  site.api(reader)(rateBook, { params: { id }, body: { rating } })
/** Books of other tests are of other authors and genres. */
const aBook = (title: string, { author = randomUUID() as string, genre = 'Mystery' } = {}) =>
  site.aBookRow(null, { title, author, genre })

test('more by this author: the best rated first, at most four, never the book itself', async () => {
  const author = 'Ida Fenn'
  const book = await aBook('This one', { author, genre: 'Poetry' })
  const others: string[] = []
  for (let i = 0; i < 5; i++) others.push(await aBook(`Other ${i}`, { author, genre: 'Poetry' }))
  await rate(readers[0], others[3] ?? '', 5)
  await rate(readers[0], others[0] ?? '', 1)
  const { byAuthor } = await related(book)
  expect(byAuthor).toHaveLength(4)
  expect(byAuthor[0]).toBe('Other 3')
  expect(byAuthor).not.toContain('This one')
  expect(byAuthor).not.toContain('Other 0')
})

test('readers also liked: the books of other authors that most fans of this book liked', async () => {
  const author = 'Somebody Else'
  const book = await aBook('Liked', { author, genre: 'Drama' })
  const [most, some, disliked, own] = await Promise.all([
    aBook('Liked by two', { genre: 'Horror' }),
    aBook('Liked by one', { genre: 'Travel' }),
    aBook('Disliked', { genre: 'Travel' }),
    aBook('By the same hand', { author, genre: 'Drama' }),
  ])
  const [first, second, third] = readers.slice(2)
  for (const reader of [first, second]) for (const id of [book, most, own]) await rate(reader, id, 5)
  await rate(second, some, 4)
  await rate(second, disliked, 2)
  await rate(third, disliked, 5)
  expect((await related(book)).alsoLiked).toEqual(['Liked by two', 'Liked by one'])
})

test('where there are few ratings, the best rated books of the genre follow', async () => {
  const book = await aBook('Unrated', { genre: 'History' })
  const loved = await aBook('Loved in its genre', { genre: 'History' })
  const disliked = await aBook('Disliked in its genre', { genre: 'History' })
  await rate(readers[0], loved, 5)
  await rate(readers[0], disliked, 1)
  expect((await related(book)).alsoLiked).toEqual(['Loved in its genre'])
})

test('ratings of guests do not count', async () => {
  const guest = await site.aGuest()
  const [book, other] = await Promise.all([
    aBook('Liked by a guest', { genre: 'Cooking' }),
    aBook('And so is this', { genre: 'Cooking' }),
  ])
  for (const id of [book, other]) await rate(guest, id, 5)
  expect(await related(book)).toEqual({ byAuthor: [], alsoLiked: [] })
})

test('an unknown book is 404; a response is the same for everyone, and up to date after a write', async () => {
  expect(await problemFrom(related(randomUUID()))).toMatchObject({ status: 404, message: 'Book not found.' })
  const author = 'Kept Ready'
  const book = await aBook('Kept', { author, genre: 'Science' })
  const ask = () => inProcessFetch(site.app)(`/api/books/${book}/related`)
  const first = await ask()
  expect(first.headers.get('etag')).toMatch(/^W\//)
  expect((await ask()).headers.get('etag')).toBe(first.headers.get('etag'))
  const other = await aBook('Comes later', { author, genre: 'Science' })
  await rate(readers[0], other, 5)
  expect((await related(book)).byAuthor).toEqual(['Comes later'])
})

test('readers also liked: six books where there are enough, at most two by one author', async () => {
  const book = await aBook('Much liked', { genre: 'Romance' })
  const prolific = 'A Prolific Hand'
  for (let i = 0; i < 6; i++)
    await rate(readers[0], await aBook(`Of one hand ${i}`, { author: prolific, genre: 'Romance' }), 5)
  for (let i = 0; i < 5; i++) await rate(readers[1], await aBook(`Of many hands ${i}`, { genre: 'Romance' }), 5)
  const { alsoLiked } = await related(book)
  expect(alsoLiked).toHaveLength(6)
  expect(alsoLiked.filter((title) => title.startsWith('Of one hand')).length).toBeLessThanOrEqual(2)
})

test('no statement is built anew, whatever the number of books', async () => {
  const author = 'Twice Asked'
  const [first, second] = [await aBook('First', { author }), await aBook('Second', { author })]
  const ids = [first, await aBook('Alone')]
  const ask = (services: TestSite['services']) => findRelated(services, ids.pop() ?? second)
  expect(await countBuilt(site, ask)).toBe(0)
})

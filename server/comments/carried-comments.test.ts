import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addComment, listComments } from '#contract/comments.ts'
import { listReceivedComments } from '#contract/received-comments.ts'
import { carryComments } from './carry-comments.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { pagesOf, replacePages, sentences, setPages, turnsComparing } from '#server/book-texts/testing-versions.ts'

let site: TestSite
let author: Person
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  id = await site.aBookRow(author)
})

const hasPages = (texts: string[]) => setPages(site.services, id, texts)
const replace = (texts: string[], isRead = true) => replacePages(site.services, id, texts, { isRead })
/** Comments on words of a page, each by another reader: nobody writes two at once. */
const comment = async (place: { page: number; quote: string; cfi?: string; fileVersion?: number }) =>
  (await site.api(await site.aReader())(addComment, { params: { id }, body: { text: 'So true.', place } })).comment
const places = async () => (await site.api()(listComments, { params: { id } })).map(({ place }) => place)

test('a comment is at the same words in the new file', async () => {
  await hasPages(pagesOf(10))
  const quote = 'ship 10540 left its harbour. In the year 3387'
  expect((await comment({ page: 35, quote, cfi: 'epubcfi(/6/4!/4/2)' })).place).toEqual({
    page: 35,
    quote,
    cfi: 'epubcfi(/6/4!/4/2)',
  })
  // What is cached is dropped.
  await places()
  await replace(pagesOf(25))
  await carryComments(site.services)
  // Sentence 340.
  expect(await places()).toEqual([{ page: 14, quote }])
  await replace(pagesOf(5))
  await carryComments(site.services)
  expect(await places()).toEqual([{ page: 69, quote }])
})

test('one whose words are gone says so, also to the author, until they are back', async () => {
  await hasPages(pagesOf(10))
  const quote = 'In the year 1070 ship 310 left its harbour.'
  await comment({ page: 2, quote })
  await replace(pagesOf(10, sentences.slice(100)))
  await carryComments(site.services)
  expect(await places()).toEqual([{ page: 2, quote, isLost: true }])
  const [received] = await site.api(author)(listReceivedComments, {})
  expect(received).toMatchObject({ place: { isLost: true } })
  await replace(pagesOf(4))
  await carryComments(site.services)
  expect(await places()).toEqual([{ page: 3, quote }])
})

test('a few words are found by their page, and nowhere else', async () => {
  const lines = sentences.map((sentence, at) => (at % 40 === 5 ? `${sentence} He wept.` : sentence))
  await hasPages(pagesOf(10, lines))
  await comment({ page: 13, quote: 'He wept.' })
  await comment({ page: 17, quote: 'He wept.' })
  // Without the passage of the second.
  await replace(pagesOf(25, lines.toSpliced(160, 20)))
  await carryComments(site.services)
  expect(await places()).toEqual([
    { page: 6, quote: 'He wept.' },
    { page: 17, quote: 'He wept.', isLost: true },
  ])
})

test('a name that is on many pages is found by its page', async () => {
  const lines = sentences.flatMap((sentence, at) =>
    at < 300 && at % 5 === 2 ? [sentence, 'So said Ishmael.'] : sentence,
  )
  await hasPages(pagesOf(6, lines))
  await comment({ page: 30, quote: 'Ishmael' })
  await replace(pagesOf(20, lines))
  await carryComments(site.services)
  expect(await places()).toEqual([{ page: 9, quote: 'Ishmael' }])
})

test('words of which some were changed are found', async () => {
  const words = (changed: string) =>
    `It was a bright cold day in April, and the clocks were striking ${changed}. Winston Smith, his chin nuzzled into his breast, slipped quickly through the glass doors.`
  await hasPages(pagesOf(10, sentences.toSpliced(200, 1, words('thirteen'))))
  await comment({ page: 21, quote: words('thirteen') })
  await replace(pagesOf(25, sentences.toSpliced(200, 1, words('five'))))
  await carryComments(site.services)
  expect(await places()).toMatchObject([{ page: 9 }])
})

test('it waits until the text is read', async () => {
  await hasPages(pagesOf(10))
  await comment({ page: 35, quote: 'ship 10540 left its harbour' })
  await replace(pagesOf(25), false)
  await carryComments(site.services)
  expect(await places()).toMatchObject([{ page: 35 }])
})

test('a comment on words of an earlier file that is still open is carried over too', async () => {
  await hasPages(pagesOf(10))
  await replace(pagesOf(25))
  await carryComments(site.services)
  await comment({ page: 35, quote: 'ship 10540 left its harbour', fileVersion: 1 })
  await comment({ page: 12, quote: 'ship 3410 left its harbour', fileVersion: 1 })
  await comment({ page: 14, quote: 'ship 10540 left its harbour', fileVersion: 2 })
  await carryComments(site.services)
  expect((await places()).map((place) => place?.page)).toEqual([14, 5, 14])
})

test('one on the whole book, and those on a book whose file was never replaced, stay as they are', async () => {
  await hasPages(pagesOf(10))
  await site.api(reader)(addComment, { params: { id }, body: { text: 'A good book.' } })
  await comment({ page: 12, quote: 'ship 3410 left', fileVersion: 7 })
  await carryComments(site.services)
  expect(await places()).toEqual([undefined, { page: 12, quote: 'ship 3410 left' }])
})

test('others are served while the words of many comments are sought', async () => {
  await hasPages(pagesOf(10))
  const quote = 'ship 10540 left its harbour. In the year 3387'
  const { db } = site.services
  const { _id } = await comment({ page: 35, quote })
  const { id: _, ...row } = await db.selectFrom('comments').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  await db
    .insertInto('comments')
    .values(Array.from({ length: 199 }, () => row))
    .execute()
  await replace(pagesOf(25))
  expect(await turnsComparing(() => carryComments(site.services))).toBeGreaterThanOrEqual(200)
  const rows = await db.selectFrom('comments').select('page').where('bookId', '=', id).execute()
  expect(rows.map(({ page }) => page)).toEqual(Array.from({ length: 200 }, () => 14))
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDashboardStats } from '#contract/admin.ts'
import { TEXT_VERSION } from '#server/formats/text-version.ts'
import { drawnPdf } from '#server/formats/pdf/text/testing-drawn-pdf.ts'
import { makeTextViews } from '#server/text-view/make-text-views.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { readBookTexts, replaceBookText } from './read-book-texts.ts'
import { rereadBookTexts } from './reread-book-texts.ts'
import { searchOf } from './testing-pages.ts'

let site: TestSite
let author: Person
let id: string
let name: string
let books = 0

const wordAt = (text: string, y: number) => ({ text, x: 50, y, width: 2 })
const signal = () => new AbortController().signal
const readAll = () => readBookTexts(site.services, signal())
const rereadAll = (stopping = signal()) => rereadBookTexts(site.services, stopping)
const rowOf = () =>
  site.services.db.selectFrom('bookTexts').selectAll().where('bookId', '=', id).executeTakeFirstOrThrow()
const toRead = async () => (await site.api(await site.anAdmin())(getDashboardStats)).data.waiting.textsToRead
const pagesWith = async (word: string) =>
  (await searchOf(site, author)(word, { book: id })).hits.map(({ page }) => page)

/** As if earlier rules had read other words of this book, whose text view has them too. */
const outdate = async () => {
  const { db } = site.services
  const { id: textId } = await rowOf()
  await sql`update book_texts set text_version = 0 where id = ${textId}`.execute(db)
  await sql`update page_texts set content = 'spoilt' || page, words = ' spoilt' || page || ' ' where text_id = ${textId}`.execute(
    db,
  )
  const blocks = JSON.stringify([{ page: 1, kind: 'p', text: 'spoilt' }])
  await sql`update text_view_parts set blocks = ${blocks}::json where text_id = ${textId}`.execute(db)
}

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())
beforeEach(async () => {
  books += 1
  name = `harbour${'abcdefghi'[books]}`
  id = await site.aBookRow(author)
  const pdf = `pdf/words-${books}.pdf`
  await site.services.storage.put(pdf, drawnPdf([[wordAt(name, 700)], [], [wordAt(name, 700), wordAt('lantern', 650)]]))
  await replaceBookText(site.services.db, id, pdf)
  await readAll()
  await makeTextViews(site.services, signal())
})

test('a new book is read by the rules of now, and not again', async () => {
  const before = await rowOf()
  await rereadAll()
  expect(await rowOf()).toEqual(before)
  expect(before.textVersion).toBe(TEXT_VERSION)
})

test('a book of before is read again in its place, and its text view is made again', async () => {
  const before = await rowOf()
  await outdate()
  expect([await toRead(), await pagesWith('spoilt1'), await pagesWith(name)]).toEqual([1, [1], []])
  await rereadAll()
  expect([await toRead(), await pagesWith('spoilt1'), await pagesWith(name)]).toEqual([0, [], [1, 3]])
  const { id: textId, pages, textPages, characters, viewIsMade } = await rowOf()
  expect({ textId, pages, textPages, characters, viewIsMade }).toEqual({
    textId: before.id,
    pages: 3,
    textPages: 2,
    characters: before.characters,
    viewIsMade: false,
  })
  const replaced = site.services.db.selectFrom('replacedFiles').select('bookId').where('bookId', '=', id)
  expect(await replaced.execute()).toEqual([])
  await site.services.db.insertInto('pageEpubs').values({ bookId: id, madeOf: 'the words of before' }).execute()
  await makeTextViews(site.services, signal())
  const parts = await site.services.db.selectFrom('textViewParts').selectAll().where('textId', '=', textId).execute()
  expect(JSON.stringify(parts)).not.toContain('spoilt')
  const epub = site.services.db.selectFrom('pageEpubs').select('madeOf').where('bookId', '=', id)
  expect(await epub.executeTakeFirst()).toEqual({ madeOf: null })
})

test('pages are replaced while somebody changes the book, who else would wait for the job that waits for them', async () => {
  await outdate()
  await site.services.db.transaction().execute(async (trx) => {
    await trx.selectFrom('books').select('id').where('id', '=', id).forUpdate().execute()
    await rereadAll()
  })
  expect((await rowOf()).textVersion).toBe(TEXT_VERSION)
  expect(await pagesWith(name)).toEqual([1, 3])
})

test('a book whose file is missing keeps the words that it has', async () => {
  await outdate()
  await site.services.storage.remove((await rowOf()).pdf)
  await rereadAll()
  expect([(await rowOf()).textVersion, await pagesWith('spoilt1')]).toEqual([TEXT_VERSION, [1]])
})

test('the words of an earlier file are not read again', async () => {
  await outdate()
  const { id: textId } = await rowOf()
  await replaceBookText(site.services.db, id, 'pdf/other.pdf')
  await rereadAll()
  const words = site.services.db.selectFrom('pageTexts').select('words').where('textId', '=', textId).orderBy('page')
  expect((await words.execute()).map(({ words: found }) => found.trim())).toEqual(['spoilt1', 'spoilt3'])
})

test('it ends with the server, and goes on with the next', async () => {
  await outdate()
  await rereadAll(AbortSignal.abort())
  expect(await pagesWith('spoilt1')).toEqual([1])
  await rereadAll()
  expect(await pagesWith(name)).toEqual([1, 3])
})

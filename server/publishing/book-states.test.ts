import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { getAdminBook, listAdminBooks } from '#contract/admin.ts'
import { getBook, listBooks, newBooks } from '#contract/books.ts'
import {
  beginDraft,
  deleteBook,
  editBook,
  getOwnBook,
  listOwnBooks,
  PLAN_MAX_DAYS,
  saveDraft,
  setBookState,
} from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { lockBooks } from '#server/locks/lock-order.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { asPublisher } from './chapters/publish-chapter.ts'
import { publishPlanned, setBookState as changeState } from './set-book-state.ts'
import { remainsOf } from './testing-uploads.ts'

let site: TestSite
let secondProcess: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  secondProcess = await openTestSite({ sharing: site })
  author = await site.anAuthor()
})
afterAll(async () => {
  await secondProcess.close()
  await site.close()
})

const as = (person = author) => site.api(person)
const inDays = (days: number) => new Date(site.services.now().getTime() + days * DAY_MS).toISOString()

const fileAlone = (pages = 2) => {
  const form = new FormData()
  form.set('pdfFile', new Blob([aPdf(pages)], { type: 'application/pdf' }), 'plain.pdf')
  return form
}
const begin = async (form = fileAlone(), person = author) => (await as(person)(beginDraft, { body: form })).book
const save = (id: string, change: Record<string, unknown>, person = author) =>
  as(person)(saveDraft, { params: { id }, body: change as never }).then(({ book }) => book)
const setState = (id: string, body: { state: string; publishAt?: string }, person = author) =>
  as(person)(setBookState, { params: { id }, body: body as never }).then(({ book }) => book)
const isShown = (id: string) =>
  site
    .api()(getBook, { params: { id } })
    .then(
      () => true,
      () => false,
    )

const WORDS = { title: 'A Slow River', author: 'Ida Fenn', caption: 'It takes its time.', genre: 'Fantasy' }

describe('a draft', () => {
  test('begins with its file alone, is saved field by field, and becomes a book with the date of its publication', async () => {
    const draft = await begin()
    expect(draft).toMatchObject({ state: 'draft', title: '', author: '', caption: '', genre: '', pageCount: 2 })
    const lacking = await problemFrom(setState(draft._id, { state: 'published' }))
    expect(lacking).toMatchObject({
      status: 400,
      message: 'Please enter a book title',
      errors: {
        title: 'Please enter a book title',
        author: 'Please enter author name',
        caption: 'Please enter a description',
        genre: 'Please select a genre',
      },
    })
    for (const [field, value] of Object.entries(WORDS)) await save(draft._id, { [field]: value })
    site.skip(DAY_MS)
    const published = await setState(draft._id, { state: 'published' })
    expect(published).toMatchObject({ ...WORDS, state: 'published' })
    expect(published.image).not.toContain('?')
    // Its drawn cover has the words that it was published with.
    expect(published.image).not.toBe(draft.image.split('?', 1).join())
    expect(Date.parse(published.createdAt) - Date.parse(draft.createdAt)).toBeGreaterThanOrEqual(DAY_MS)
    expect((await as()(newBooks))[0]).toMatchObject({ _id: draft._id, ...WORDS })
    expect((await as()(listBooks)).totalBooks).toBe(1)
  })

  test('saves a text that is emptied again, and takes another file and another cover', async () => {
    const draft = await begin(aBookForm(WORDS))
    await save(draft._id, { title: '' })
    const form = fileAlone(5)
    form.set('cover', 'first-page')
    const { book } = await as()(saveDraft, { params: { id: draft._id }, body: form })
    expect(book).toMatchObject({ title: '', author: WORDS.author, pageCount: 5, coverSeed: null })
  })

  test('that another tab has saved is not overwritten', async () => {
    const { _id, version } = await begin(aBookForm(WORDS))
    await save(_id, { title: 'From the first tab', version })
    const problem = await problemFrom(save(_id, { title: 'From the second tab', version }))
    expect(problem).toMatchObject({ status: 409 })
    expect((await as()(getOwnBook, { params: { id: _id } })).title).toBe('From the first tab')
  })

  test('that gets another manuscript while it is published keeps that one', async () => {
    const { _id } = await begin(
      aBookForm({ ...WORDS, pdf: new Blob(['# Dusk\n\nThe first text.\n']), pdfFileName: 'a.md' }),
    )
    const inspector = openBookInspector()
    const again = new FormData()
    again.set('pdfFile', new Blob(['# Dawn\n\nThe second text.\n']), 'b.md')
    let saved = 0
    const inspect: typeof inspector.inspect = async (...given) => {
      if (saved++ === 0) await save(_id, again as never)
      return inspector.inspect(...given)
    }
    const caller = { ...asPublisher(author._id), username: author.username }
    const problem = await problemFrom(
      changeState(site.services, inspect, { id: _id, caller, target: { state: 'published' } }),
    )
    expect(problem.status).toBe(409)
    const stored = site.services.db.selectFrom('books').select(['state', 'manuscriptName']).where('id', '=', _id)
    expect(await stored.executeTakeFirst()).toEqual({ state: 'draft', manuscriptName: 'b.md' })
    await setState(_id, { state: 'published' })
    inspector.close()
  })

  test('is no draft once it is published: another tab can leave nothing empty', async () => {
    const { _id } = await begin(aBookForm(WORDS))
    await setState(_id, { state: 'published' })
    expect((await problemFrom(save(_id, { title: '' }))).message).toBe(
      'This book is no longer a draft. Open it again to edit it.',
    )
    expect((await problemFrom(setState(_id, { state: 'planned', publishAt: inDays(1) }))).status).toBe(409)
  })

  test('of others does not exist, for authors and administrators', async () => {
    const { _id } = await begin(aBookForm(WORDS))
    const admin = await site.anAdmin()
    for (const person of [await site.anAuthor(), admin]) {
      const calls = [
        () => as(person)(getOwnBook, { params: { id: _id } }),
        () => as(person)(editBook, { params: { id: _id }, body: aBookForm(WORDS) }),
        () => as(person)(deleteBook, { params: { id: _id } }),
        () => save(_id, { title: 'Mine' }, person),
        () => setState(_id, { state: 'published' }, person),
      ]
      for (const call of calls) expect((await problemFrom(call())).status).toBe(404)
    }
    expect((await problemFrom(as(admin)(getAdminBook, { params: { id: _id } }))).status).toBe(404)
    const found = await as(admin)(listAdminBooks, { query: { query: _id } })
    expect(JSON.stringify(found)).not.toContain(WORDS.title)
  })

  test('is refused what a book is refused, and nothing is left of it', async () => {
    const before = await remainsOf(site)
    const form = new FormData()
    form.set('pdfFile', new Blob(['Once upon a time'], { type: 'application/pdf' }), 'text.pdf')
    expect((await problemFrom(begin(form))).status).toBe(415)
    const long = fileAlone()
    long.set('title', 'x'.repeat(201))
    expect((await problemFrom(begin(long))).errors).toEqual({ title: 'The title has at most 200 characters' })
    expect(await remainsOf(site)).toEqual(before)
  })

  test('is deleted with the account of its author, whose published books stay', async () => {
    const leaving = await site.anAuthor()
    const draft = await begin(aBookForm(WORDS), leaving)
    const kept = await site.aBook(leaving, { title: 'A book that stays' })
    await as(leaving)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } as never })
    const rows = await site.services.db
      .selectFrom('books')
      .select('id')
      .where('id', 'in', [draft._id, kept._id])
      .execute()
    expect(rows).toEqual([{ id: kept._id }])
  })
})

describe('a planned book', () => {
  test('is published once by the job when its time has come, by whichever process runs it', async () => {
    const { _id } = await begin(aBookForm(WORDS))
    const publishAt = inDays(1)
    expect(await setState(_id, { state: 'planned', publishAt })).toMatchObject({ state: 'planned', publishAt })
    await publishPlanned(site.services)
    expect(await isShown(_id)).toBe(false)
    site.skip(DAY_MS + 1000)
    secondProcess.skip(2 * DAY_MS + 1000)
    await Promise.all([publishPlanned(site.services), publishPlanned(secondProcess.services)])
    expect(await isShown(_id)).toBe(true)
    const published = [site, secondProcess].flatMap(({ logged }) =>
      logged.filter((line) => line.includes('planned book published') && line.includes(_id)),
    )
    expect(published).toHaveLength(1)
    expect((await as()(newBooks))[0]).toMatchObject({ _id })
    expect(await as()(getOwnBook, { params: { id: _id } })).toMatchObject({ state: 'published', publishAt: null })
  })

  test('is published also where one before it can not be', async () => {
    const [{ _id: failing }, { _id: next }] = [await begin(aBookForm(WORDS)), await begin(aBookForm(WORDS))]
    await setState(failing, { state: 'planned', publishAt: inDays(1) })
    await setState(next, { state: 'planned', publishAt: inDays(1.1) })
    site.skip(2 * DAY_MS)
    const { db } = site.services
    const constraint = sql`check (id <> ${sql.lit(failing)} or state <> 'published')`
    await sql`alter table books add constraint failing ${constraint}`.execute(db)
    await publishPlanned(site.services)
    expect([await isShown(failing), await isShown(next)]).toEqual([false, true])
    expect(site.logged.some((line) => line.includes('planned book not published') && line.includes(failing))).toBe(true)
    await sql`alter table books drop constraint failing`.execute(db)
    await publishPlanned(site.services)
    expect(await isShown(failing)).toBe(true)
  })

  /** Runs the job, and does this when it has found the book and waits for it. */
  const whilePublishing = async (id: string, act: (trx: Database) => Promise<unknown>) => {
    const { db } = site.services
    const isWaiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
    const publishing = await db.transaction().execute(async (trx) => {
      await lockBooks(trx, sql`select ${id}::uuid`)
      const begun = publishPlanned(site.services)
      await expect.poll(async () => (await isWaiting.execute(db)).rows.length, { interval: 20 }).toBe(1)
      await act(trx)
      return { begun }
    })
    await publishing.begun
  }

  test('stays hidden whose author is being hidden while the job publishes it', async () => {
    const { _id } = await begin(aBookForm(WORDS))
    await setState(_id, { state: 'planned', publishAt: inDays(1) })
    site.skip(DAY_MS + 1000)
    await whilePublishing(_id, (trx) =>
      sql`insert into hidings (user_id, reason) values (${author._id}::uuid, 'All of it was copied.')`.execute(trx),
    )
    expect(await isShown(_id)).toBe(false)
    await site.services.db.deleteFrom('hidings').execute()
  })

  test('waits while its author is suspended, also from the moment at which the job publishes it', async () => {
    const writer = await site.anAuthor()
    const { _id } = await begin(aBookForm(WORDS), writer)
    await setState(_id, { state: 'planned', publishAt: inDays(1) }, writer)
    site.skip(DAY_MS + 1000)
    await whilePublishing(_id, (trx) =>
      trx
        .updateTable('users')
        .set({ suspendedAt: site.services.now(), suspendedUntil: inDays(1), suspensionReason: 'Spam.' })
        .where('id', '=', writer._id)
        .execute(),
    )
    await publishPlanned(site.services)
    expect(await isShown(_id)).toBe(false)
    site.skip(DAY_MS + 1000)
    await publishPlanned(site.services)
    expect(await isShown(_id)).toBe(true)
  })

  test('needs its words and a time within a year, and is a draft again when the plan is withdrawn', async () => {
    const { _id } = await begin()
    expect((await problemFrom(setState(_id, { state: 'planned', publishAt: inDays(1) }))).errors).toMatchObject({
      title: 'Please enter a book title',
    })
    for (const [publishAt, message] of [
      [inDays(-1), 'The time of publication must be in the future.'],
      [inDays(PLAN_MAX_DAYS + 1), 'The time of publication is at most a year away.'],
      ['tomorrow', 'Please choose when it is published'],
    ] as const)
      expect((await problemFrom(setState(_id, { state: 'planned', publishAt }))).errors).toEqual({ publishAt: message })
    await save(_id, WORDS)
    await setState(_id, { state: 'planned', publishAt: inDays(1) })
    expect(await setState(_id, { state: 'withdrawn' })).toMatchObject({ state: 'draft', publishAt: null })
    expect((await problemFrom(setState(_id, { state: 'withdrawn' }))).message).toBe('This book is not published.')
  })
})

test('a book that is withdrawn and published again has its ratings and its date, and may be planned in between', async () => {
  const reader = await site.aReader()
  const { _id, createdAt } = await site.aBook(author, { title: 'Back again' })
  await site.api(reader)(rateBook, { params: { id: _id }, body: { rating: 4 } })
  await setState(_id, { state: 'withdrawn' })
  expect(await isShown(_id)).toBe(false)
  // Its author goes on editing it.
  const form = new FormData()
  form.set('caption', 'With a new end.')
  await as()(editBook, { params: { id: _id }, body: form })
  await setState(_id, { state: 'planned', publishAt: inDays(2) })
  expect(await setState(_id, { state: 'withdrawn' })).toMatchObject({ state: 'withdrawn' })
  site.skip(DAY_MS)
  await setState(_id, { state: 'published' })
  expect(await site.api()(getBook, { params: { id: _id } })).toMatchObject({
    createdAt,
    ratingCount: 1,
    Rating: 4,
    caption: 'With a new end.',
  })
  const own = await as()(listOwnBooks)
  expect(own.find((book) => book._id === _id)).toMatchObject({ state: 'published', hidden: null })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { getBook } from '#contract/books.ts'
import { sendCopyrightNotice, sendCounterNotice } from '#contract/copyright.ts'
import { answerMailedReport, openMailedReport } from '#contract/mailed-reports.ts'
import { decideReport, getReportCase } from '#contract/report-queue.ts'
import { type Decision, EVIDENCE_DAYS, listOwnReports } from '#contract/reports.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { deleteOldReports } from './delete-old-reports.ts'
import { returnBooks } from './return-books.ts'

const DAY_MS = 24 * 3_600_000

let site: TestSite
let author: Person
let admin: Person
let bookId: string
let email: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, admin] = await Promise.all([site.anAuthor(), site.anAdmin()])
  bookId = await site.aBookRow(author, { title: 'The Copied Almanac' })
  email = `${crypto.randomUUID()}@example.org`
})

const CONTACT = { name: 'Ida Fenn', address: '1 Mill Lane\nTidewater', signature: 'Ida Fenn' }
const notice = (change: object = {}) =>
  site.api()(sendCopyrightNotice, {
    body: {
      ...CONTACT,
      email,
      book: `https://library.example/books/${bookId}`,
      work: 'The Almanac, 2019.',
      place: 'All pages.',
      isGoodFaith: true,
      isAccurate: true,
      ...change,
    },
  })
const caseId = async () =>
  (
    await site.services.db
      .selectFrom('reportCases')
      .select('id')
      .where('subjectId', '=', bookId)
      .executeTakeFirstOrThrow()
  ).id
const readCase = async () => site.api(admin)(getReportCase, { params: { id: await caseId() } })
const decide = async (decision: Decision) => {
  const { _id: id, version } = await readCase()
  return site.api(admin)(decideReport, { params: { id }, body: { decision, version } })
}
const counter = async (who = author) =>
  site.api(who)(sendCounterNotice, {
    params: { id: await caseId() },
    body: { ...CONTACT, email: 'a@example.org', words: 'I wrote it.', isMistake: true, acceptsCourt: true },
  })
const isShown = () =>
  site
    .api()(getBook, { params: { id: bookId } })
    .then(
      () => true,
      () => false,
    )
const tokenIn = ({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

test('a notice, the hiding, the counter-notice, the waiting time and the return', async () => {
  await notice()
  expect((await site.post.mailTo(email)).text).toContain('we have your notice of copyright')
  expect(await readCase()).toMatchObject({ hasNotice: true, isOpen: true, notices: [{ name: 'Ida Fenn', email }] })
  await decide('hide')
  expect(await isShown()).toBe(false)
  expect((await site.post.mailTo(email, 2)).text).toContain('hidden')
  const [about] = (await site.api(author)(listOwnReports)).about
  expect(about).toMatchObject({ mayCounter: true, notices: [{ work: 'The Almanac, 2019.', name: 'Ida Fenn' }] })

  const { returnsAt } = await counter()
  expect(Date.parse(returnsAt) - site.services.now().getTime()).toBeGreaterThan(13.9 * DAY_MS)
  const told = await site.post.mailTo(email, 3)
  expect(told.text).toContain('counter-notice')
  expect(await site.api()(openMailedReport, { body: { token: tokenIn(told) } })).toMatchObject({
    side: 'claimant',
    returnsAt,
    mayAnswer: true,
    counterNotice: { words: 'I wrote it.', name: 'Ida Fenn', address: '1 Mill Lane\nTidewater' },
  })
  expect(await problemFrom(counter())).toMatchObject({ status: 409 })

  site.skip(13 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(false)
  site.skip(1.1 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(true)
  admin = await site.anAdmin()
  expect(await readCase()).toMatchObject({ outcome: 'restored', isOpen: false, returnsAt: null, decidedBy: null })
  expect((await site.post.mailTo(email, 4)).text).toContain('shown again')
  await site.jobsDone()
  expect(site.post.mails.filter(({ to }) => to === author.email).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'A notice of copyright about the book “The Copied Almanac”',
      'Your counter-notice about the book “The Copied Almanac”',
      'Your book is shown again',
    ]),
  )
})

test('a claimant who has gone to court stops the return, once', async () => {
  await notice()
  await decide('hide')
  await counter()
  const token = tokenIn(await site.post.mailTo(email, 3))
  const answer = () => site.api()(answerMailedReport, { body: { token, words: 'Case 12 of the district court.' } })
  await answer()
  expect(await problemFrom(answer())).toMatchObject({ status: 409 })
  site.skip(15 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(false)
  admin = await site.anAdmin()
  expect(await readCase()).toMatchObject({
    isOpen: true,
    hasAnswer: true,
    returnsAt: null,
    notices: [{ courtWords: 'Case 12 of the district court.' }],
  })
})

test('the waiting time is a setting of the site', async () => {
  await site.api(admin)(updateSiteSettings, { body: { counterNoticeDays: 3 } })
  await notice()
  await decide('hide')
  const { returnsAt } = await counter()
  expect(Math.round((Date.parse(returnsAt) - site.services.now().getTime()) / DAY_MS)).toBe(3)
  await site.api(admin)(updateSiteSettings, { body: { counterNoticeDays: 14 } })
})

test('a case is kept until its book returns, also if that takes longer than evidence is kept', async () => {
  await site.api(admin)(updateSiteSettings, { body: { counterNoticeDays: EVIDENCE_DAYS + 20 } })
  await notice()
  await decide('hide')
  await counter()
  site.skip((EVIDENCE_DAYS + 10) * DAY_MS)
  await deleteOldReports(site.services)
  site.skip(11 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(true)
  admin = await site.anAdmin()
  await site.api(admin)(updateSiteSettings, { body: { counterNoticeDays: 14 } })
})

test('a book that a moderator shows before the time does not return twice', async () => {
  await notice()
  await decide('hide')
  await counter()
  await decide('restore')
  site.skip(15 * DAY_MS)
  await returnBooks(site.services)
  admin = await site.anAdmin()
  expect((await readCase()).decisions.map(({ decision }) => decision)).toEqual(['hide', 'restore'])
})

test('a book that is deleted meanwhile does not keep others from returning', async () => {
  await notice()
  await decide('hide')
  await counter()
  await site.services.db.deleteFrom('books').where('id', '=', bookId).execute()
  bookId = await site.aBookRow(author, { title: 'The Other Almanac' })
  await notice()
  await decide('hide')
  await counter()
  site.skip(15 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(true)
})

test.each([
  ['planned again', new Date('2020-01-01'), true],
  ['in a state that can not be', null, false],
])('a book that is %s meanwhile does not keep others from returning', async (_, publishedAt, returns) => {
  const hideAndCounter = async () => {
    await notice()
    await decide('hide')
    await counter()
  }
  await hideAndCounter()
  const planned = bookId
  await site.services.db
    .updateTable('books')
    .set({ state: 'planned', publishAt: new Date('2099-01-01'), publishedAt, isHidden: true })
    .where('id', '=', planned)
    .execute()
  bookId = await site.aBookRow(author, { title: 'The Other Almanac' })
  await hideAndCounter()
  site.skip(15 * DAY_MS)
  await returnBooks(site.services)
  expect(await isShown()).toBe(true)
  const hidings = await site.services.db.selectFrom('hidings').select('id').where('bookId', '=', planned).execute()
  expect(hidings).toHaveLength(returns ? 0 : 1)
})

test('another notice during the waiting time stops the return until it is decided', async () => {
  await notice()
  await decide('hide')
  await counter()
  await notice({ email: 'other@example.org' })
  expect(await readCase()).toMatchObject({ isOpen: true, outcome: 'hidden', returnsAt: null, hasNotice: true })
})

test('only the publisher of a book hidden after a notice sends a counter-notice', async () => {
  await notice()
  expect(await problemFrom(counter())).toMatchObject({ status: 409 })
  await decide('hide')
  expect(await problemFrom(counter(await site.anAuthor()))).toMatchObject({ status: 404 })
})

test('moderators see no addresses in a notice', async () => {
  await notice()
  const moderator = await site.aModerator()
  const { notices } = await site.api(moderator)(getReportCase, { params: { id: await caseId() } })
  expect(notices).toMatchObject([{ name: 'Ida Fenn', email: null, address: null }])
})

test('a notice needs all statements and the address of a book', async () => {
  expect(await problemFrom(notice({ isGoodFaith: false, isAccurate: false, signature: ' ' }))).toMatchObject({
    status: 400,
    errors: {
      isGoodFaith: expect.stringContaining('confirm'),
      isAccurate: expect.stringContaining('perjury'),
      signature: expect.any(String),
    },
  })
  for (const book of ['x', crypto.randomUUID(), 'https://library.example/books/'])
    expect(await problemFrom(notice({ book }))).toMatchObject({ status: 400, errors: { book: expect.any(String) } })
})

test('a link that the site did not make answers nothing', async () => {
  const token = 'A'.repeat(44)
  expect(await problemFrom(site.api()(openMailedReport, { body: { token } }))).toMatchObject({ status: 400 })
})

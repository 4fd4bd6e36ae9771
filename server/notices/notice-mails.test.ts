import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/values/durations.ts'
import { follow } from '#contract/follows.ts'
import { hideBook } from '#contract/moderation.ts'
import {
  listNoticeSettings,
  listNotices,
  markNoticesRead,
  type NoticeKind,
  type NoticeWay,
  setNoticeWay,
  STOP_NOTICES_PAGE,
  stopNoticeMails,
} from '#contract/notices.ts'
import { unsubscribeFromWeeklyMail } from '#contract/weekly.ts'
import { DeliveryUnknownError } from '#server/platform/mail/mailer.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { editionAt, WEEK_MS } from '#server/weekly/editions.ts'
import { sendWeeklyMails } from '#server/weekly/send-weekly-mail.ts'
import { recordEvent } from './record-event.ts'
import { dailyEditionAt, queueDailyMails, sendNoticeMails } from './send-notice-mails.ts'
import { allTold } from './testing-notices.ts'

const ALL = { first: '00000000-0000-0000-0000-000000000000', last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
  await site.aBookRow(author, { title: 'The first one', author: author.username, publisherName: author.username })
  await site.api(reader)(follow, { params: { kind: 'author', id: author.username } })
})

const publish = async (title: string) => {
  const at = site.services.now()
  const id = await site.aBookRow(author, { title, author: author.username, createdAt: at })
  await recordEvent(site.services.db, { kind: 'published', bookId: id, actorId: author._id, at })
  await allTold(site)
  return id
}
const choose = (kind: NoticeKind, how: NoticeWay) => site.api(reader)(setNoticeWay, { params: { kind }, body: { how } })
const wayOf = async (kind: NoticeKind) =>
  (await site.api(reader)(listNoticeSettings)).find((setting) => setting.kind === kind)?.how
const mailsTo = ({ email }: Person) => site.post.mails.filter(({ to }) => to === email)
const sendAll = (how: 'mail' | 'daily', services = site.services) =>
  sendNoticeMails(services, { how, ...ALL, before: how === 'mail' ? services.now() : dailyEditionAt(services.now()) })
const untilSix = () => site.skip(dailyEditionAt(site.services.now()).getTime() + DAY_MS - site.services.now().getTime())
const stopTokenOf = (text = '') => /stop-notices\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

test('a notice that is mailed at once comes once, names what it is about, and stops with one click', async () => {
  await choose('author', 'mail')
  const id = await publish('Salt')
  const mail = await site.post.mailTo(reader.email)
  await site.jobsDone()
  await Promise.all([sendAll('mail'), sendAll('mail')])
  expect(mailsTo(reader)).toHaveLength(1)
  expect(mail.text).toContain(`${author.username} has published “Salt”.`)
  expect(mail.text).toContain(`/books/${id}\n`)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const token = stopTokenOf(mail.text)
  const answer = await site.app.inject({
    method: 'POST',
    url: `${STOP_NOTICES_PAGE}?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(answer.statusCode).toBe(200)
  expect(await wayOf('author')).toBe('inbox')
  await publish('Pepper')
  await site.jobsDone()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('who wants no mail of a kind that is mailed from the beginning gets none', async () => {
  expect(await wayOf('premium')).toBe('mail')
  const { wantsMail } = await import('./notice-settings.ts')
  expect(await wantsMail(site.services, reader._id, 'premium')).toBe(true)
  await choose('premium', 'inbox')
  expect(await wantsMail(site.services, reader._id, 'premium')).toBe(false)
})

test('the daily mail comes once, with what came before six, and not with what is hidden or read', async () => {
  await choose('author', 'daily')
  await publish('Salt')
  const hidden = await publish('Soon hidden')
  await publish('Read already')
  const [read] = await site.api(reader)(listNotices)
  await site.api(reader)(markNoticesRead, { body: { id: read?._id ?? '' } })
  await site.api(await site.aModerator())(hideBook, { params: { id: hidden }, body: { reason: 'A copy.' } })
  await sendAll('daily')
  expect(mailsTo(reader)).toEqual([])
  untilSix()
  await publish('After six')
  await queueDailyMails(site.services)
  await site.jobsDone()
  await Promise.all([sendAll('daily'), sendAll('daily')])
  const [mail, ...others] = mailsTo(reader)
  expect(others).toEqual([])
  expect(mail?.text).toContain('“Salt”')
  for (const other of ['Soon hidden', 'Read already', 'After six']) expect(mail?.text).not.toContain(other)
  untilSix()
  await sendAll('daily')
  expect(mailsTo(reader)).toHaveLength(2)
  expect(mailsTo(reader)[1]?.text).toContain('After six')
  await site.api()(stopNoticeMails, { body: { token: stopTokenOf(mail?.headers['list-unsubscribe']) } })
  expect(await wayOf('author')).toBe('inbox')
})

test('what happens again on a day after its mail is in the next one', async () => {
  const id = await site.aBookRow(author, { title: 'Salt', author: author.username })
  await site.api(reader)(follow, { params: { kind: 'book', id } })
  await choose('version', 'daily')
  const change = async () => {
    const at = site.services.now()
    await recordEvent(site.services.db, { kind: 'version', bookId: id, actorId: author._id, at })
    await allTold(site)
  }
  untilSix()
  site.skip(DAY_MS - 2 * HOUR_MS)
  await change()
  site.skip(2 * HOUR_MS)
  await sendAll('daily')
  expect(mailsTo(reader)).toHaveLength(1)
  site.skip(HOUR_MS)
  await change()
  await sendAll('daily')
  expect(mailsTo(reader)).toHaveLength(1)
  untilSix()
  await sendAll('daily')
  const mails = mailsTo(reader)
  expect(mails.map(({ text }) => text?.includes('“Salt”'))).toEqual([true, true])
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(2)
})

test('the weekly mail has the notices of the week, also for who does not get its books, and stops with its link', async () => {
  site.skip(editionAt(site.services.now()).getTime() + WEEK_MS - 2 * DAY_MS - site.services.now().getTime())
  await choose('author', 'weekly')
  await publish('Salt')
  const send = () => {
    const edition = editionAt(site.services.now())
    return sendWeeklyMails(site.services, { edition, ...ALL })
  }
  await send()
  expect(mailsTo(reader)).toEqual([])
  site.skip(2 * DAY_MS)
  await Promise.all([send(), send()])
  const [mail, ...others] = mailsTo(reader)
  expect(others).toEqual([])
  expect(mail?.text).toContain(`${author.username} has published “Salt”.`)
  expect(mail?.text).not.toContain('New this week')
  const token = /stop-weekly\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  await site.api()(unsubscribeFromWeeklyMail, { body: { token } })
  expect(await wayOf('author')).toBe('inbox')
})

test('a mail that was certainly not accepted is sent later, and one whose delivery is unknown is not', async () => {
  await choose('author', 'daily')
  await publish('Salt')
  untilSix()
  const unreachable = { ...site.services.mailer, send: () => Promise.reject(new Error('no connection')) }
  await expect(sendAll('daily', { ...site.services, mailer: unreachable })).rejects.toThrow('not sent')
  const unknown = { ...unreachable, send: () => Promise.reject(new DeliveryUnknownError(undefined)) }
  await sendAll('daily')
  expect(mailsTo(reader)).toHaveLength(1)
  await publish('Pepper')
  untilSix()
  await sendAll('daily', { ...site.services, mailer: unknown })
  await sendAll('daily')
  expect(mailsTo(reader)).toHaveLength(1)
})

test('a suspended account gets no mail, also not later', async () => {
  await choose('author', 'daily')
  await publish('Salt')
  const suspend = (suspendedAt: Date | null) =>
    site.services.db
      .updateTable('users')
      .set({ suspendedAt, suspensionReason: suspendedAt && 'Spam.' })
      .where('id', '=', reader._id)
      .execute()
  await suspend(site.services.now())
  untilSix()
  await sendAll('daily')
  await suspend(null)
  await sendAll('daily')
  expect(mailsTo(reader)).toEqual([])
})

test('a token of another purpose, or of nobody, stops nothing', async () => {
  const { unsubscribeTokens } = await import('#server/accounts/email/unsubscribe-token.ts')
  const tokens = await unsubscribeTokens(site.services, 'stop-weekly')
  await choose('author', 'daily')
  for (const token of [tokens(reader._id), 'a'.repeat(43)])
    expect(await problemFrom(site.api()(stopNoticeMails, { body: { token } }))).toMatchObject({ status: 400 })
  expect(await wayOf('author')).toBe('daily')
})

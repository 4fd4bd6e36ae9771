import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { login } from '#contract/accounts.ts'
import { listAuditLog } from '#contract/admin.ts'
import { getBook } from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { deleteBook, editBook, publishBook } from '#contract/publishing.ts'
import { answerMailedReport, openMailedReport } from '#contract/mailed-reports.ts'
import { decideReport, getReportCase, listReportCases, type QueuedCase } from '#contract/report-queue.ts'
import {
  answerReport,
  type Decision,
  EVIDENCE_DAYS,
  getReportTotals,
  listOwnReports,
  type ReportKind,
  sendReport,
} from '#contract/reports.ts'
import { listOwnHidden } from '#contract/moderation.ts'
import { compactCounters } from '#server/admin/counters.ts'
import { hideContent, showContent } from '#server/moderation/hide-content.ts'
import { THE_SITE } from '#server/platform/audit-log.ts'
import { personalData } from '#server/personal-data.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBookForm, anEpubForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { deleteOldReports } from './delete-old-reports.ts'
import { reportByRule } from './report-by-rule.ts'
import { queueMissingMails } from './queue-missing-mails.ts'

let site: TestSite
let author: Person
let reader: Person
let moderator: Person
let admin: Person
let bookId: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, reader, moderator, admin] = await Promise.all([
    site.anAuthor(),
    site.aReader(),
    site.aModerator(),
    site.anAdmin(),
  ])
  bookId = await site.aBookRow(author)
})

const report = (who: Person, kind: ReportKind, id: string, words = '', page?: number) =>
  site.api(who)(sendReport, { body: { kind, id, reason: 'spam', words, ...(page && { page }) } })
const aComment = async (writer: Person = author, text = 'Buy my almanac') =>
  (await site.api(writer)(addComment, { params: { id: bookId }, body: { text } })).comment._id
const caseOf = async (id: string, who = moderator) => site.api(who)(getReportCase, { params: { id } })
const decide = async (
  id: string,
  decision: Decision,
  { by = moderator, ...rest }: { by?: Person; words?: string; until?: string; version?: number } = {},
): Promise<QueuedCase> => {
  const version = rest.version ?? (await caseOf(id, by)).version
  return site.api(by)(decideReport, { params: { id }, body: { decision, ...rest, version } })
}
const own = (who: Person) => site.api(who)(listOwnReports)
const textsOf = async () => (await site.api(reader)(listComments, { params: { id: bookId } })).map(({ text }) => text)

describe('a report', () => {
  test('of a book, a comment or a person is in the queue, with its reasons and words', async () => {
    const comment = await aComment()
    for (const [kind, id] of [
      ['book', bookId],
      ['comment', comment],
      ['person', author._id],
    ] as const) {
      const { _id } = await report(reader, kind, id, 'It is an advertisement.')
      const found = await caseOf(_id)
      expect(found).toMatchObject({ kind, subjectId: id, owner: author.username, isOpen: true, reportCount: 1 })
      expect(found.reasons).toEqual([{ reason: 'spam', count: 1 }])
      expect(found.reports).toMatchObject([{ by: reader.username, words: 'It is an advertisement.', rule: null }])
    }
    expect((await site.api(moderator)(listReportCases)).pagination.total).toBeGreaterThanOrEqual(3)
  })

  test('is counted in the queue, also after the counters were compacted', async () => {
    const total = async () => (await site.api(moderator)(listReportCases, { query: { kind: 'book' } })).pagination.total
    const before = await total()
    const { _id } = await report(reader, 'book', bookId)
    expect(await total()).toBe(before + 1)
    await compactCounters(site.services)
    expect(await total()).toBe(before + 1)
    await decide(_id, 'dismiss')
    expect(await total()).toBe(before)
  })

  test('is accepted once by a person until another person reports the same after a decision', async () => {
    const { _id } = await report(reader, 'book', bookId)
    expect(await problemFrom(report(reader, 'book', bookId))).toMatchObject({ status: 409 })
    await decide(_id, 'dismiss')
    expect(await problemFrom(report(reader, 'book', bookId))).toMatchObject({ status: 409 })
    await report(await site.aReader(), 'book', bookId)
    await report(reader, 'book', bookId)
    expect(await caseOf(_id)).toMatchObject({ isOpen: true, reportCount: 2, outcome: null })
  })

  test('of the same thing by 20 people at once is one case with 20 reports', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => site.aReader()))
    const cases = await Promise.all(people.map((person) => report(person, 'book', bookId)))
    expect(new Set(cases.map(({ _id }) => _id)).size).toBe(1)
    expect((await caseOf(cases[0]?._id ?? '')).reportCount).toBe(20)
  })

  test('of what is one’s own, hidden or gone is refused', async () => {
    expect(await problemFrom(report(author, 'book', bookId))).toMatchObject({ status: 403 })
    expect(await problemFrom(report(author, 'person', author._id))).toMatchObject({ status: 403 })
    expect(await problemFrom(report(reader, 'comment', crypto.randomUUID()))).toMatchObject({ status: 404 })
    const { _id } = await report(reader, 'book', bookId)
    await decide(_id, 'hide')
    expect(await problemFrom(report(await site.aReader(), 'book', bookId))).toMatchObject({ status: 404 })
  })

  test('with the reason “other” needs words', async () => {
    const body = { kind: 'book', id: bookId, reason: 'other' } as const
    expect(await problemFrom(site.api(reader)(sendReport, { body }))).toMatchObject({
      status: 400,
      errors: { words: 'Please say in a sentence what is wrong' },
    })
  })
})

describe('a decision', () => {
  test('hides a comment, its writer answers once, and it is shown again', async () => {
    const comment = await aComment()
    const { _id } = await report(reader, 'comment', comment)
    expect(await decide(_id, 'hide', { words: 'No advertising, please.' })).toMatchObject({
      outcome: 'hidden',
      isOpen: false,
      decidedBy: moderator.username,
    })
    expect(await textsOf()).toEqual([])
    const [about] = (await own(author)).about
    expect(about).toMatchObject({ outcome: 'hidden', decisionWords: 'No advertising, please.', mayAnswer: true })
    const answer = () => site.api(author)(answerReport, { params: { id: _id }, body: { words: 'It is a free book.' } })
    await answer()
    expect(await problemFrom(answer())).toMatchObject({ status: 409, message: expect.stringContaining('once') })
    expect(await caseOf(_id)).toMatchObject({
      isOpen: true,
      hasAnswer: true,
      outcome: 'hidden',
      answers: [{ side: 'owner', by: author.username, words: 'It is a free book.' }],
    })
    expect(await textsOf()).toEqual([])
    await decide(_id, 'restore')
    expect(await textsOf()).toEqual(['Buy my almanac'])
    expect((await own(author)).about).toMatchObject([{ outcome: 'restored', mayAnswer: false }])
    expect((await own(reader)).made).toMatchObject([{ outcome: 'restored', isOpen: false, mayAnswer: true }])
  })

  test('to hide has as many words as one can send', async () => {
    const words = 'x'.repeat(500)
    const { _id } = await site.api(reader)(sendReport, { body: { kind: 'book', id: bookId, reason: 'copyright' } })
    await decide(_id, 'hide', { words })
    expect((await own(author)).about).toMatchObject([{ outcome: 'hidden', decisionWords: words }])
    expect(await site.api(author)(listOwnHidden)).toMatchObject([{ reason: `Copied without permission: ${words}` }])
  })

  test('of two moderators at once holds, and the other moderator gets the name of the one who decided', async () => {
    const { _id } = await report(reader, 'book', bookId)
    const { version } = await caseOf(_id)
    const other = await site.aModerator()
    const results = await Promise.allSettled([
      decide(_id, 'hide', { version }),
      decide(_id, 'dismiss', { by: other, version }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { outcome, decisions } = await caseOf(_id)
    expect(decisions).toHaveLength(1)
    const [winner, words] =
      outcome === 'hidden' ? [moderator.username, 'hidden'] : [other.username, 'nothing was hidden']
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      status: 409,
      message: `${winner} has decided this in the meantime: ${words}.`,
    })
  })

  test('about an answer that the moderator has not seen is refused', async () => {
    const { _id } = await report(reader, 'book', bookId)
    const { version } = await decide(_id, 'hide')
    await site.api(author)(answerReport, { params: { id: _id }, body: { words: 'Why?' } })
    expect(await problemFrom(decide(_id, 'restore', { version }))).toMatchObject({ status: 409 })
  })

  test('to hide for a time ends by itself, and the case says so', async () => {
    const { _id } = await report(reader, 'book', bookId)
    const until = new Date(site.services.now().getTime() + DAY_MS).toISOString()
    expect(await decide(_id, 'hide', { until })).toMatchObject({ until })
    const isOpenTo = async () =>
      !(await site
        .api(reader)(getBook, { params: { id: bookId } })
        .catch(() => undefined))
    expect(await isOpenTo()).toBe(true)
    await site.services.db
      .transaction()
      .execute((trx) => showContent(site.services, trx, { kind: 'book', id: bookId, by: THE_SITE }))
    expect(await caseOf(_id)).toMatchObject({ outcome: 'restored', isOpen: false })
    const past = { params: { id: _id }, body: { decision: 'hide', version: 1, until: '2020-01-01T00:00:00Z' } } as const
    expect(await problemFrom(site.api(moderator)(decideReport, past))).toMatchObject({
      status: 400,
      errors: { until: expect.any(String) },
    })
  })

  test('to suspend is for administrators; the suspended person answers by the link of the mail', async () => {
    const { _id } = await report(reader, 'person', author._id)
    expect(await problemFrom(decide(_id, 'suspend'))).toMatchObject({ status: 403 })
    await decide(_id, 'suspend', { by: admin, words: 'Only advertising.' })
    const credentials = { body: { email: author.email, password: PASSWORD } }
    expect(await problemFrom(site.api()(login, credentials))).toMatchObject({ status: 403 })
    const mail = await site.post.mailTo(author.email)
    const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    expect(await site.api()(openMailedReport, { body: { token } })).toMatchObject({
      side: 'owner',
      outcome: 'suspended',
      mayAnswer: true,
    })
    await site.api()(answerMailedReport, { body: { token, words: 'I have stopped.' } })
    expect((await caseOf(_id)).answers).toMatchObject([{ side: 'owner', words: 'I have stopped.' }])
    await decide(_id, 'restore', { by: admin })
    expect((await site.api()(login, credentials)).token).toEqual(expect.any(String))
  })

  test('about what is one’s own is for other moderators, who alone see who has reported it', async () => {
    const other = await site.aModerator()
    const owned = await site.aBookRow(moderator)
    const { _id } = await report(reader, 'book', owned)
    await decide(_id, 'dismiss', { by: other })
    await site.api(reader)(answerReport, { params: { id: _id }, body: { words: 'Look again.' } })
    expect(await caseOf(_id)).toMatchObject({ isOwn: true, reports: [{ by: null }], answers: [{ by: null }] })
    expect(await caseOf(_id, other)).toMatchObject({
      isOwn: false,
      reports: [{ by: reader.username }],
      answers: [{ by: reader.username }],
    })
    expect(await caseOf(_id, admin)).toMatchObject({ reports: [{ by: reader.username }] })
    for (const decision of ['dismiss', 'hide'] as const)
      expect(await problemFrom(decide(_id, decision))).toMatchObject({
        status: 409,
        message: expect.stringContaining('to your own account'),
      })
    expect(await decide(_id, 'hide', { by: other })).toMatchObject({ outcome: 'hidden' })
    expect((await caseOf(_id)).decisions).toHaveLength(2)
    const ofPerson = (await report(reader, 'person', moderator._id))._id
    expect(await problemFrom(decide(ofPerson, 'dismiss'))).toMatchObject({ status: 409 })
    await decide(ofPerson, 'dismiss', { by: other })
    expect(await problemFrom(decide(ofPerson, 'reopen'))).toMatchObject({ status: 409 })
  })

  test('that does not fit the case is refused', async () => {
    const { _id } = await report(reader, 'book', bookId)
    for (const decision of ['restore', 'uphold', 'reopen', 'suspend'] as const)
      expect(await problemFrom(decide(_id, decision, { by: admin }))).toMatchObject({ status: 409 })
    await decide(_id, 'dismiss')
    expect(await problemFrom(decide(_id, 'hide'))).toMatchObject({ status: 409 })
    expect(await decide(_id, 'reopen')).toMatchObject({ isOpen: true, outcome: null })
  })

  test('is mailed to the reporter, who can answer a dismissal', async () => {
    const { _id } = await report(reader, 'book', bookId)
    await decide(_id, 'dismiss', { words: 'The book is fine.' })
    const mail = await site.post.mailTo(reader.email)
    expect(mail.text).toContain('nothing was hidden')
    expect(mail.text).toContain('The book is fine.')
    await site.api(reader)(answerReport, { params: { id: _id }, body: { words: 'Look at page 3.' } })
    expect(await caseOf(_id)).toMatchObject({ isOpen: true, answers: [{ side: 'reporter' }] })
    expect(
      await problemFrom(site.api(author)(answerReport, { params: { id: _id }, body: { words: 'x' } })),
    ).toMatchObject({ status: 409 })
    const stranger = await site.aReader()
    expect(
      await problemFrom(site.api(stranger)(answerReport, { params: { id: _id }, body: { words: 'x' } })),
    ).toMatchObject({ status: 404 })
  })

  test('made outside of the queue can be answered too', async () => {
    await site.services.db
      .transaction()
      .execute((trx) => hideContent(site.services, trx, { kind: 'book', id: bookId, by: THE_SITE, reason: 'A test.' }))
    const [about] = (await own(author)).about
    expect(about).toMatchObject({ outcome: 'hidden', decisionWords: 'A test.', mayAnswer: true })
    await site.api(author)(answerReport, { params: { id: about?._id ?? '' }, body: { words: 'Why?' } })
    expect(await caseOf(about?._id ?? '')).toMatchObject({ isOpen: true, hasAnswer: true, reportCount: 0 })
  })

  test('made outside of the queue is mailed to the reporter by a job', async () => {
    const { _id } = await report(reader, 'book', bookId)
    const hiding = { kind: 'book', id: bookId, by: THE_SITE, reason: 'A test.' } as const
    await site.services.db.transaction().execute((trx) => hideContent(site.services, trx, hiding))
    expect(await caseOf(_id)).toMatchObject({ isOpen: false, outcome: 'hidden' })
    await queueMissingMails(site.services)
    expect((await site.post.mailTo(reader.email)).text).toContain('What came of it: hidden.')
    await queueMissingMails(site.services)
    await site.jobsDone()
    expect(site.post.mails.filter(({ to }) => to === reader.email)).toHaveLength(1)
  })

  test('is in the audit log', async () => {
    const { _id } = await report(reader, 'book', bookId)
    await decide(_id, 'dismiss')
    await decide(_id, 'reopen')
    await decide(_id, 'hide')
    await decide(_id, 'restore')
    const { data } = await site.api(admin)(listAuditLog, { query: { limit: 10 } })
    expect(data.slice(0, 4).map(({ action }) => action)).toEqual([
      'show book',
      'hide book',
      'reopen report',
      'dismiss report',
    ])
  })
})

describe('evidence', () => {
  const publish = async () => {
    const book = await site.aBook(author, { title: 'As It Was' })
    // The book has two pages.
    const { _id } = await report(reader, 'book', book._id, '', 20)
    return { id: book._id, caseId: _id }
  }
  const asItWas = {
    words: { title: 'As It Was', author: 'Ottoline Marsh' },
    cover: expect.stringMatching(/^data:image\/webp;base64,[\w+/]{100}/),
    page: expect.stringMatching(/^data:image\/webp;base64,[\w+/]{50}/),
    pageNumber: 2,
  }

  test('has the words, the cover and the page, also when the book is replaced', async () => {
    const { id, caseId } = await publish()
    const form = aBookForm({ title: 'As It Is', pdf: new Blob([aPdf(1)]) })
    await site.api(author)(editBook, { params: { id }, body: form })
    expect((await caseOf(caseId)).evidence).toMatchObject([asItWas])
  })

  test('of an EPUB has the text of the page', async () => {
    const body = anEpubForm(anEpub({ chapters: { one: '<p>First.</p>', two: '<p>Vile words.</p>' } }))
    const { book } = await site.api(author)(publishBook, { body })
    const { _id } = await report(reader, 'book', book._id, '', 2)
    expect((await caseOf(_id)).evidence).toMatchObject([
      { words: { page: 'Vile words.' }, cover: expect.any(String), page: null, pageNumber: 2 },
    ])
  })

  test('of a place in an EPUB has its CFI and the words there, which are those of the book', async () => {
    const body = anEpubForm(
      anEpub({ chapters: { one: '<p>First.</p>', two: '<p>Some vile words, and mild ones.</p>' } }),
    )
    const { book } = await site.api(author)(publishBook, { body })
    const cfi = 'epubcfi(/6/4!/4/2/1:5)'
    const reportPlace = async (place: { page: number; cfi?: string; quote: string }) => {
      const sent = { kind: 'book' as const, id: book._id, reason: 'hate' as const, ...place }
      return site.api(await site.aReader())(sendReport, { body: sent })
    }
    const { _id } = await reportPlace({ page: 2, cfi, quote: 'vile  words, and then some' })
    await reportPlace({ page: 2, cfi, quote: 'words that are not in it' })
    await reportPlace({ page: 2, quote: 'mild ones.' })
    const { reports } = await caseOf(_id)
    expect(reports.map(({ place }) => place)).toEqual([
      { page: 2, quote: 'mild ones.' },
      { page: 2, cfi },
      { page: 2, cfi, quote: 'vile words, and' },
    ])
  })

  test('of a PDF names the page alone', async () => {
    const book = await site.aBook(author)
    const body = {
      kind: 'book' as const,
      id: book._id,
      reason: 'hate' as const,
      page: 2,
      cfi: 'epubcfi(/6/4!/4/2)',
      quote: 'No text',
    }
    const { _id } = await site.api(reader)(sendReport, { body })
    expect((await caseOf(_id)).reports).toMatchObject([{ place: { page: 2 } }])
    expect((await caseOf(_id)).reports[0]?.place).toEqual({ page: 2 })
  })

  test('stays when the book is hidden or deleted, and a report of it can still be dismissed', async () => {
    const { id, caseId } = await publish()
    await decide(caseId, 'hide')
    expect((await caseOf(caseId)).evidence).toMatchObject([asItWas])
    await decide(caseId, 'restore')
    const other = await site.aReader()
    await report(other, 'book', id)
    await site.api(author)(deleteBook, { params: { id } })
    expect((await caseOf(caseId)).evidence[1]).toMatchObject(asItWas)
    expect(await problemFrom(decide(caseId, 'hide'))).toMatchObject({ status: 404 })
    await decide(caseId, 'dismiss')
  })

  test('of a comment stays when the comment is deleted with its book', async () => {
    const comment = await aComment(await site.aReader(), 'Vile words')
    const { _id } = await report(reader, 'comment', comment)
    await site.services.db.deleteFrom('books').where('id', '=', bookId).execute()
    expect((await caseOf(_id)).evidence).toMatchObject([{ words: { text: 'Vile words' }, cover: null, page: null }])
  })

  test('is deleted by a job after its time, with decided cases; open cases stay', async () => {
    const { caseId } = await publish()
    const decided = (await report(reader, 'book', bookId))._id
    await decide(decided, 'dismiss')
    site.skip((EVIDENCE_DAYS - 1) * DAY_MS)
    await deleteOldReports(site.services)
    // The sessions have ended meanwhile.
    expect((await caseOf(caseId, await site.aModerator())).evidence).toHaveLength(1)
    site.skip(2 * DAY_MS)
    const later = await site.aModerator()
    await deleteOldReports(site.services)
    expect((await caseOf(caseId, later)).evidence).toEqual([])
    expect(await problemFrom(caseOf(decided, later))).toMatchObject({ status: 404 })
  })
})

describe('rules report by themselves', () => {
  const rulesOf = async (kind: ReportKind, subjectId: string) => {
    const rows = await site.services.db
      .selectFrom('reports')
      .innerJoin('reportCases', 'reportCases.id', 'caseId')
      .select('rule')
      .where('kind', '=', kind)
      .where('subjectId', '=', subjectId)
      .execute()
    return rows.map(({ rule }) => rule)
  }

  test('an account whose comments are refused repeatedly, once a day', async () => {
    const at = site.services.now()
    const refused = (count: number) =>
      site.services.db
        .insertInto('refusedComments')
        .values(Array.from({ length: count }, () => ({ userId: reader._id, at })))
        .execute()
    await refused(2)
    await reportByRule(site.services)
    expect(await rulesOf('person', reader._id)).toEqual([])
    await refused(1)
    await reportByRule(site.services)
    await reportByRule(site.services)
    expect(await rulesOf('person', reader._id)).toEqual(['refused-comments'])
  })

  test('an account that reports very much', async () => {
    const { _id: caseId } = await report(reader, 'book', bookId)
    const at = site.services.now()
    await site.services.db
      .insertInto('reports')
      .values(
        Array.from({ length: 19 }, (_, round) => ({
          caseId,
          round: round + 100,
          reporterId: reader._id,
          reason: 'spam',
          at,
        })),
      )
      .execute()
    await reportByRule(site.services)
    expect(await rulesOf('person', reader._id)).toEqual(['many-reports'])
  })

  test('a book that many new accounts rate, and a new account that comments much', async () => {
    const at = site.services.now()
    const people = await Promise.all(Array.from({ length: 20 }, () => site.aGuest()))
    const ids = people.map(({ _id }) => _id)
    await site.services.db.updateTable('users').set({ createdAt: at }).where('id', 'in', ids).execute()
    await site.services.db
      .insertInto('ratings')
      .values(ids.map((userId) => ({ bookId, userId, stars: 5, ranked: false, ratedAt: at })))
      .execute()
    const [busy = ''] = ids
    await site.services.db
      .insertInto('comments')
      .values(Array.from({ length: 20 }, (_, i) => ({ bookId, userId: busy, text: `Great ${i}`, createdAt: at })))
      .execute()
    await reportByRule(site.services)
    expect(await rulesOf('book', bookId)).toEqual(['new-ratings'])
    expect(await rulesOf('person', busy)).toEqual(['new-comments'])
  })
})

test('the transparency page counts reports and decisions by month and reason, for everyone', async () => {
  const countsOf = async () => {
    // Cached for everyone; a decision drops it.
    site.services.invalidate(['site'])
    const month = site.services.now().toISOString().slice(0, 7)
    const totals = await site.api()(getReportTotals)
    return totals.find((row) => row.month === month && row.reason === 'spam')?.counts
  }
  const { reported = 0, hidden = 0, restored = 0 } = (await countsOf()) ?? {}
  const { _id } = await report(reader, 'book', bookId)
  await decide(_id, 'hide')
  await decide(_id, 'restore')
  expect(await countsOf()).toMatchObject({ reported: reported + 1, hidden: hidden + 1, restored: restored + 1 })
})

describe('the account of a reporter', () => {
  test('exports its reports and answers', async () => {
    const { _id } = await report(reader, 'book', bookId, 'See page 2.')
    await decide(_id, 'dismiss')
    await site.api(reader)(answerReport, { params: { id: _id }, body: { words: 'Look again.' } })
    const exported = await Promise.all(personalData.map(({ exportOf }) => exportOf(site.services, reader._id)))
    expect(exported.find(({ documents }) => 'reports' in documents)?.documents['reports']).toMatchObject({
      reports: [{ kind: 'book', reason: 'spam', words: 'See page 2.', outcome: 'dismissed' }],
      answers: [{ words: 'Look again.' }],
    })
  })

  test('is deleted with its words, and the report stays without them', async () => {
    const { _id } = await report(reader, 'book', bookId, 'See page 2.')
    await site.api(reader)(deleteAccount, { body: { password: PASSWORD } })
    expect((await caseOf(_id)).reports).toMatchObject([{ by: null, reason: 'spam', words: '' }])
  })

  test('that is reported can be deleted, and its case stays without its name', async () => {
    const { _id } = await report(reader, 'person', author._id)
    await site.api(author)(deleteAccount, { body: { password: PASSWORD } })
    expect(await caseOf(_id)).toMatchObject({ owner: null })
    await decide(_id, 'dismiss')
  })
})

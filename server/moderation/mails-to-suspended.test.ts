import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { togglePremium } from '#contract/admin.ts'
import { endSuspension, suspendUser } from '#contract/moderation.ts'
import { decideReport, getReportCase } from '#contract/report-queue.ts'
import { sendReport } from '#contract/reports.ts'
import { updateWeeklyMail } from '#contract/weekly.ts'
import { raiseLoginAlarm } from '#server/accounts/sessions/login-alarm.ts'
import { editionAt, WEEK_MS } from '#server/weekly/editions.ts'
import { queueWeeklyMails } from '#server/weekly/send-weekly-mail.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  admin = await site.anAdmin()
})

const suspend = ({ _id }: Person) =>
  site.api(admin)(suspendUser, { params: { id: _id }, body: { reason: 'Advertising.' } })
const end = ({ _id }: Person) => site.api(admin)(endSuspension, { params: { id: _id } })
const subjectsTo = ({ email }: Person) => site.post.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

test('a suspended subscriber gets no weekly mail, and gets it again after the end', async () => {
  const [subscriber, suspended] = [await site.aReader(), await site.aReader()]
  for (const person of [subscriber, suspended]) await site.api(person)(updateWeeklyMail, { body: { weeklyMail: true } })
  await suspend(suspended)
  const nextEdition = async () => {
    const now = site.services.now()
    await site.aBookRow(null, { createdAt: now })
    site.skip(editionAt(now).getTime() + WEEK_MS - now.getTime())
    await queueWeeklyMails(site.services)
  }
  await nextEdition()
  await site.post.mailTo(subscriber.email)
  await site.jobsDone()
  expect(subjectsTo(suspended)).toEqual(['Your account is suspended'])
  admin = await site.anAdmin()
  await end(suspended)
  await nextEdition()
  await site.post.mailTo(suspended.email, 3)
  expect(subjectsTo(suspended)).toContain('New on the shelf this week')
})

test('a suspended author gets no mail about a book that becomes premium', async () => {
  const author = await site.anAuthor()
  const premium = async () => {
    const id = await site.aBookRow(author)
    await site.api(admin)(togglePremium, { params: { id }, body: { isPremium: true, premiumDisplayUntil: null } })
    await site.jobsDone()
  }
  await suspend(author)
  await premium()
  expect(subjectsTo(author)).toEqual(['Your account is suspended'])
  await end(author)
  await premium()
  expect(subjectsTo(author)).toHaveLength(3)
})

test('a suspended reporter gets no mail about the decision', async () => {
  const [reporter, other] = [await site.aReader(), await site.aReader()]
  const id = await site.aBookRow(null)
  const body = { kind: 'book', id, reason: 'spam' } as const
  const { _id } = await site.api(reporter)(sendReport, { body })
  await site.api(other)(sendReport, { body })
  await suspend(reporter)
  const { version } = await site.api(admin)(getReportCase, { params: { id: _id } })
  await site.api(admin)(decideReport, { params: { id: _id }, body: { decision: 'dismiss', version } })
  await site.post.mailTo(other.email)
  await site.jobsDone()
  expect(subjectsTo(reporter)).toEqual(['Your account is suspended'])
})

test('a suspended administrator gets no alarm about guessed passwords', async () => {
  const suspended = await site.anAdmin()
  await suspend(suspended)
  await raiseLoginAlarm(site.services)
  await site.post.mailTo(admin.email)
  await site.jobsDone()
  expect(subjectsTo(suspended)).toEqual(['Your account is suspended'])
})

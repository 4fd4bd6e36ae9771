import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/values/durations.ts'
import { getUserDetails } from '#contract/accounts.ts'
import { listUsers } from '#contract/admin.ts'
import { unsubscribeFromWeeklyMail, updateWeeklyMail } from '#contract/weekly.ts'
import { rateBook } from '#contract/ratings.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { smtpMailer } from '#server/platform/mail/smtp.ts'
import { startFaultySmtpServer } from '#server/platform/mail/testing-faults.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { editionAt, WEEK_MS } from './editions.ts'
import { queueWeeklyMails, sendWeeklyMails } from './send-weekly-mail.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

let site: TestSite
/** How far the clock of the site is ahead. */
let skipped = 0

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const skip = (ms: number) => {
  skipped += ms
  site.skip(ms)
}

/** Each test begins on a Wednesday with no subscribers and no books. */
beforeEach(async () => {
  skip(editionAt(site.services.now()).getTime() + WEEK_MS - 2 * 24 * HOUR_MS - site.services.now().getTime())
  await site.services.db.updateTable('users').set({ weeklyMail: false }).execute()
  await site.services.db.deleteFrom('books').execute()
  site.post.mails.length = 0
})

const choose = (person: Pick<Person, 'token'>, weeklyMail: boolean) =>
  site.api(person)(updateWeeklyMail, { body: { weeklyMail } })
const aBookNow = (title: string, author = 'Ottoline Marsh') =>
  site.aBookRow(null, { title, author, createdAt: site.services.now() })
const untilFriday = () => skip(editionAt(site.services.now()).getTime() + WEEK_MS - site.services.now().getTime())
const sendAll = (services: Services = site.services) =>
  sendWeeklyMails(services, { edition: editionAt(services.now()), first: FIRST, last: LAST })
const mailsTo = ({ email }: Person) => site.post.mails.filter(({ to }) => to === email)
const aSubscriber = async () => {
  const reader = await site.aReader()
  await choose(reader, true)
  return reader
}

test('an edition is dated on Friday at six, until the next one', () => {
  expect(editionAt(new Date('2026-11-20T05:59:59Z'))).toEqual(new Date('2026-11-13T06:00:00Z'))
  expect(editionAt(new Date('2026-11-20T06:00:00Z'))).toEqual(new Date('2026-11-20T06:00:00Z'))
  expect(editionAt(new Date('2026-11-26T23:00:00Z'))).toEqual(new Date('2026-11-20T06:00:00Z'))
})

test('nobody gets the weekly mail without subscribing, and only the subscriber sees the subscription', async () => {
  const [reader, admin] = await Promise.all([site.aReader(), site.anAdmin()])
  const asked = async () => (await site.api(reader)(getUserDetails)).user.weeklyMail
  expect(await asked()).toBe(false)
  expect(await choose(reader, true)).toMatchObject({ message: expect.any(String), user: { weeklyMail: true } })
  expect(await asked()).toBe(true)
  const seen = await site.api(admin)(listUsers, { query: { query: reader.username } })
  expect(seen.data).toHaveLength(1)
  expect(JSON.stringify(seen)).not.toContain('weekly')
  expect(await choose(reader, false)).toMatchObject({ user: { weeklyMail: false } })
  const guest = await site.aGuest()
  expect(await problemFrom(choose(guest, true))).toMatchObject({ status: 403, type: 'forbidden' })
})

test('the database rejects an unverified address and a guest', async () => {
  const { db, now } = site.services
  const guest = await site.aGuest()
  for (const verified of [true, false]) {
    const person = verified ? guest : await site.aReader()
    const change = db
      .updateTable('users')
      .set({ weeklyMail: true, weeklyEdition: now(), ...(!verified && { verified }) })
      .where('id', '=', person._id)
    await expect(change.execute()).rejects.toThrow(/users_weekly_mail_check/)
  }
})

test('on Friday a mail lists the new books of the week and the highest rated, with their authors and links', async () => {
  const [reader, other] = await Promise.all([aSubscriber(), site.aReader()])
  const loved = await site.aBookRow(null, { title: 'Loved <Best>', createdAt: new Date('2020-01-01') })
  await site.aBookRow(null, { title: 'Old and unread', createdAt: new Date('2020-01-02') })
  await site.api(other)(rateBook, { params: { id: loved }, body: { rating: 5 } })
  const fresh = await aBookNow('Salt & Paper', 'Ida Fenn')
  untilFriday()
  await queueWeeklyMails(site.services)
  const mail = await site.post.mailTo(reader.email)
  const url = site.services.siteUrl.current()
  expect(mail.text).toContain(`Salt & Paper, by Ida Fenn\n${url}/books/${fresh}\n`)
  expect(mail.text).toContain(`Loved <Best>, by Ottoline Marsh\n${url}/books/${loved}\n`)
  expect(mail.text).not.toContain('Old and unread')
  expect(mail.text).toMatch(/\nhttps?:\S+\/auth\/stop-weekly\?token=[\w-]{43}\n/)
  expect(mail.html).toContain('Salt &amp; Paper')
  expect(mail.html).toContain('Loved &lt;Best&gt;')
  expect(mailsTo(other)).toEqual([])
})

test('at most eight books are listed', async () => {
  const [reader, other] = await Promise.all([aSubscriber(), site.aReader()])
  for (let i = 0; i < 7; i++) {
    await aBookNow(`New ${i}`)
    const loved = await site.aBookRow(null, { title: `Loved ${i}`, createdAt: new Date('2020-01-01') })
    await site.api(other)(rateBook, { params: { id: loved }, body: { rating: 5 } })
  }
  untilFriday()
  await sendAll()
  expect(mailsTo(reader)[0]?.text.match(/\/books\//g)).toHaveLength(8)
})

test('no mail is sent when there are no new books', async () => {
  const reader = await aSubscriber()
  await site.aBookRow(null, { createdAt: new Date('2020-01-01') })
  untilFriday()
  await queueWeeklyMails(site.services)
  await sendAll()
  expect(mailsTo(reader)).toEqual([])
})

test('a new subscriber gets the next edition, not the current one', async () => {
  await aBookNow('A book of this week')
  untilFriday()
  skip(HOUR_MS)
  const reader = await aSubscriber()
  await sendAll()
  expect(mailsTo(reader)).toEqual([])
})

test('nobody gets two mails in a week: run again, run by two processes at the same time, or unsubscribed and subscribed again', async () => {
  const readers = await Promise.all(Array.from({ length: 12 }, aSubscriber))
  const [first] = readers as [Person]
  await aBookNow('Once a week')
  const second = await openTestSite({ sharing: site })
  second.skip(skipped)
  untilFriday()
  second.skip(site.services.now().getTime() - second.services.now().getTime())
  await Promise.all([sendAll(), sendAll({ ...second.services, mailer: site.services.mailer }), sendAll()])
  await choose(first, false)
  await choose(first, true)
  await sendAll()
  await second.close()
  expect(readers.map((reader) => mailsTo(reader).length)).toEqual(readers.map(() => 1))
})

test('when a process is killed while it sends, nobody gets two mails and the others get theirs', async () => {
  const readers = await Promise.all(Array.from({ length: 9 }, aSubscriber))
  await aBookNow('In the middle of it')
  untilFriday()
  let sent = 0
  /** Sends four mails and then never answers again, like a killed process. */
  const killed: Mailer = {
    send: async (mail) => {
      if (++sent <= 4) await site.services.mailer.send(mail)
      await new Promise(() => {})
    },
    close: () => {},
  }
  void sendAll({ ...site.services, mailer: killed })
  await expect.poll(() => site.post.mails.length).toBe(4)
  await sendAll()
  expect(readers.map((reader) => mailsTo(reader).length)).toEqual(readers.map(() => 1))
})

test('a rejected mail is sent again later and does not delay the others', async () => {
  const [refused, other] = await Promise.all([aSubscriber(), aSubscriber()])
  await aBookNow('Twice tried')
  untilFriday()
  const mailer: Mailer = {
    send: async (mail) => {
      if (mail.to === refused.email) throw new Error('550 no such mailbox')
      await site.services.mailer.send(mail)
    },
    close: () => {},
  }
  await expect(sendAll({ ...site.services, mailer })).rejects.toThrow('1 weekly mails not sent')
  expect(mailsTo(other)).toHaveLength(1)
  await sendAll()
  expect([mailsTo(refused).length, mailsTo(other).length]).toEqual([1, 1])
})

test('a mail whose notices can not be read is sent later, with them', async () => {
  const reader = await aSubscriber()
  await aBookNow('Read later')
  untilFriday()
  const broken = site.services.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('update notices set')) throw new Error('connection lost')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(sendAll({ ...site.services, db: broken })).rejects.toThrow('weekly mails not sent')
  await sendAll()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('a mail that the server accepted before it dropped the connection is not sent again', async () => {
  const reader = await aSubscriber()
  await aBookNow('Accepted once')
  untilFriday()
  const accepted: string[] = []
  const server = await startFaultySmtpServer((drop) => ({
    onData: (stream, { envelope }) =>
      stream
        .once('end', () => {
          accepted.push(...envelope.rcptTo.map(({ address }) => address))
          drop()
        })
        .resume(),
  }))
  const mailer = smtpMailer(server.url, 'library@example.org', 'localhost')
  for (let run = 0; run < 3; run++) await sendAll({ ...site.services, mailer }).catch(() => {})
  mailer.close()
  await server.close()
  expect(accepted).toEqual([reader.email])
  expect(site.logged.join('')).toContain('delivery of a weekly mail unknown')
})

test('a mail that the server rejects for good is not sent again', async () => {
  const reader = await aSubscriber()
  await aBookNow('Rejected once')
  untilFriday()
  const tried: string[] = []
  const server = await startFaultySmtpServer(() => ({
    onRcptTo: ({ address }, _session, done) => {
      tried.push(address)
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
  }))
  const mailer = smtpMailer(server.url, 'library@example.org', 'localhost')
  for (let run = 0; run < 2; run++) await sendAll({ ...site.services, mailer })
  mailer.close()
  await server.close()
  expect(tried.filter((address) => address === reader.email)).toHaveLength(1)
})

test('mails of an edition are not sent when the next one is out', async () => {
  const reader = await aSubscriber()
  await aBookNow('Old news')
  untilFriday()
  const edition = editionAt(site.services.now())
  skip(WEEK_MS)
  await sendWeeklyMails(site.services, { edition, first: FIRST, last: LAST })
  expect(mailsTo(reader)).toEqual([])
})

test('the subscribers of several batches get one mail each', async () => {
  const { db, now } = site.services
  const values = Array.from({ length: 250 }, (_, i) => ({
    username: `weekly ${i}`,
    email: `weekly${i}@example.org`,
    passwordHash: 'x',
    verified: true,
    weeklyMail: true,
    weeklyEdition: editionAt(now()),
  }))
  await db.insertInto('users').values(values).execute()
  await aBookNow('For many')
  untilFriday()
  await queueWeeklyMails(site.services)
  await expect.poll(() => site.post.mails.length, { timeout: 20_000 }).toBe(250)
  expect(new Set(site.post.mails.map(({ to }) => to)).size).toBe(250)
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job where name = 'weekly-mail' and data ->> 'edition' = ${editionAt(now()).toISOString()}`.execute(
    db,
  )
  expect(rows).toEqual([{ jobs: 3 }])
})

const mailFor = async (reader: Person) => {
  await aBookNow('Something new')
  untilFriday()
  await sendAll()
  const [mail] = mailsTo(reader)
  if (!mail) throw new Error('no mail arrived')
  const link = /^<(.*)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  return { mail, path: link.slice(site.services.siteUrl.current().length), token }
}
const isChosen = async ({ _id }: Person) =>
  (await site.services.db.selectFrom('users').select('weeklyMail').where('id', '=', _id).executeTakeFirst())?.weeklyMail
const post = (path: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  site.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })

test('a mail program unsubscribes with one POST and no session, and a GET changes nothing', async () => {
  const [reader, other] = await Promise.all([aSubscriber(), aSubscriber()])
  const { mail, path } = await mailFor(reader)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await site.app.inject({ method, url: path })
  expect(await isChosen(reader)).toBe(true)
  expect((await post(path)).statusCode).toBe(200)
  expect((await post(path)).statusCode).toBe(200)
  expect([await isChosen(reader), await isChosen(other)]).toEqual([false, true])
})

test('a mail program may send its POST as a form in parts', async () => {
  const reader = await aSubscriber()
  const { path } = await mailFor(reader)
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await post(path, body, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
  expect(await isChosen(reader)).toBe(false)
})

test('the page of the link unsubscribes too; a token never changes and can not be forged', async () => {
  const reader = await aSubscriber()
  const { token, path } = await mailFor(reader)
  const broken = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`
  expect(await problemFrom(site.api()(unsubscribeFromWeeklyMail, { body: { token: broken } }))).toMatchObject({
    status: 400,
  })
  for (const bad of [`${path.split('?')[0]}`, path.replace(token, broken), `${path}&token=${token}`])
    expect((await post(bad)).statusCode).toBe(400)
  expect(await isChosen(reader)).toBe(true)
  site.post.mails.length = 0
  expect((await mailFor(reader)).token).toBe(token)
  await site.api()(unsubscribeFromWeeklyMail, { body: { token } })
  expect(await isChosen(reader)).toBe(false)
})

test('only that route accepts a form', async () => {
  expect((await post('/api/auth/stop-weekly')).statusCode).toBe(415)
  expect((await post('/api/auth/login')).statusCode).toBe(415)
})

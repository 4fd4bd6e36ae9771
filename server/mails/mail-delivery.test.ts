import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forgotPassword, register, resendVerification } from '#contract/accounts.ts'
import { CONNECTIONS } from '#server/platform/mail/mailer.ts'
import { startFaultySmtpServer } from '#server/platform/mail/testing-faults.ts'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'
import { WEEKLY_MAIL_JOB } from '#server/weekly/send-weekly-mail.ts'
import { RESET_JOB } from '#server/accounts/passwords/reset-password.ts'
import { PASSWORD_NOTICE_JOB } from '#server/accounts/passwords/update-password.ts'
import { VERIFY_JOB } from '#server/accounts/email/verify-email.ts'

interface SlowServer {
  /** How long it takes for each message. */
  delay?: number
  /** The number of messages that it collects before it replies to all of them. */
  together?: number
  replyTo?: (count: number) => Error | null
  /** Whether it closes the connections instead of a reply. */
  isCut?: boolean
}

/** An SMTP server that replies to each message after a while. */
const startSlowServer = async ({ delay = 0, together = 1, replyTo = () => null, isCut = false }: SlowServer) => {
  const messages: { to: string; messageId: string }[] = []
  let held: (() => void)[] = []
  let open = 0
  let mostOpen = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const server = await startFaultySmtpServer((drop) => ({
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        messages.push({ to, messageId: /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '' })
        const reply = replyTo(messages.length)
        open += 1
        mostOpen = Math.max(mostOpen, open)
        held.push(() => {
          open -= 1
          if (isCut) drop()
          else done(reply)
          for (const { count, resolve } of waiting) if (messages.length >= count) resolve()
        })
        if (held.length < together) return
        const replies = held
        held = []
        setTimeout(() => replies.forEach((send) => send()), delay)
      })
    },
  }))
  return {
    ...server,
    messages,
    mostOpen: () => mostOpen,
    /** Resolves when this many messages have been received. */
    received: (count: number) =>
      messages.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve })),
  }
}

const jobsOf = async ({ services }: TestSite, name: string) => {
  const { rows } = await sql<{ state: string; retryCount: number; output: unknown }>`
    select state, retry_count, output
    from pgboss.job where name = ${name}`.execute(services.db)
  return rows
}

/** Accounts that wait for verification, inserted directly. */
const unverified = async ({ services }: TestSite, count: number) =>
  services.db
    .insertInto('users')
    .values(
      Array.from({ length: count }, () => ({
        username: crypto.randomUUID().slice(0, 18),
        email: `${crypto.randomUUID()}@example.org`,
        passwordHash: 'none',
      })),
    )
    .returning(['id', 'email'])
    .execute()

const enqueue = ({ services: { db, jobs } }: TestSite, job: string, userIds: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const userId of userIds) await jobs.enqueue(trx, job, { userId })
  })

const withSite = async (
  { env = {}, ...slow }: SlowServer & { env?: Record<string, string> },
  work: (site: TestSite, server: Awaited<ReturnType<typeof startSlowServer>>) => Promise<void>,
) => {
  const server = await startSlowServer(slow)
  const site = await openTestSite({ env: { SMTP_URL: server.url, ...env } })
  try {
    await site.startJobs()
    await work(site, server)
  } finally {
    await site.close()
    await server.close()
  }
}

const post = (site: TestSite, path: string, body: object, remoteAddress: string) =>
  site.app.inject({ method: 'POST', url: `/api${path}`, remoteAddress, payload: body })

test('a verification mail arrives within five seconds beside 600 requests for addresses without an account', () =>
  withSite({ env: { RATE_LIMITS: 'on' } }, async (site, server) => {
    const strangers = Array.from({ length: 300 }, (_, i) => `stranger${i}@example.org`)
    const flood = strangers.flatMap((email) =>
      [resendVerification, forgotPassword].map(({ path }) => post(site, path, { email }, '203.0.113.5')),
    )
    const statuses = await Promise.all(flood)
    expect(statuses.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 429)).toEqual([])
    const startedAt = performance.now()
    const body = { username: 'real person', email: 'real@example.org', password: PASSWORD }
    expect((await post(site, register.path, body, '198.51.100.5')).statusCode).toBe(201)
    await server.received(1)
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(server.messages.map(({ to }) => to)).toEqual([body.email])
    expect([...(await jobsOf(site, RESET_JOB)), ...(await jobsOf(site, VERIFY_JOB))]).toHaveLength(1)
  }))

test('a burst of requests from one address uses up the mails of nobody else', () =>
  withSite({ env: { RATE_LIMITS: 'on' } }, async (site, server) => {
    const reader = await site.aReader()
    for (let i = 0; i < 10; i++) await post(site, forgotPassword.path, { email: `no${i}@example.org` }, '203.0.113.6')
    for (let i = 0; i < 6; i++) await post(site, forgotPassword.path, { email: reader.email }, '203.0.113.6')
    await post(site, forgotPassword.path, { email: reader.email }, '198.51.100.6')
    await server.received(1)
    expect(server.messages.map(({ to }) => to)).toEqual([reader.email])
  }))

test.each([resendVerification, forgotPassword])(
  'known and unknown addresses get the same answer after the same time: $path',
  ({ path }) =>
    withSite({}, async (site) => {
      const { rows } = await sql<{ acl: unknown }>`
      select proacl as acl from pg_proc where proname = 'pg_logical_emit_message'`.execute(site.services.db)
      // Everyone may call it, also the role of a database that somebody else administers.
      expect(rows.every(({ acl }) => acl === null)).toBe(true)
      const people = await unverified(site, 100)
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const bodies = new Set<string>()
      const ask = async (kind: 'known' | 'unknown', email: string | null) => {
        const startedAt = performance.now()
        const answer = await post(site, path, { email: email ?? '' }, '203.0.113.9')
        times[kind].push(performance.now() - startedAt)
        bodies.add(`${answer.statusCode} ${answer.payload}`)
        await site.jobsDone()
      }
      for (const { email } of people) {
        await ask('known', email)
        await ask('unknown', `${crypto.randomUUID()}@example.org`)
      }
      const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN
      const ratio = median(times.unknown) / median(times.known)
      expect(bodies.size).toBe(1)
      expect(ratio).toBeGreaterThan(0.7)
      expect(ratio).toBeLessThan(1.4)
    }),
  60_000,
)

test('ten mails at a time leave through a server that is slow, and the next ten do not wait for a poll', () =>
  // It replies to none before it has got ten: with fewer at a time, or with a wait after each ten, this takes minutes.
  withSite({ delay: 50, together: CONNECTIONS }, async (site, server) => {
    const count = 20 * CONNECTIONS
    const people = await unverified(site, count)
    await enqueue(
      site,
      VERIFY_JOB,
      people.map(({ id }) => id),
    )
    await server.received(count)
    expect(server.mostOpen()).toBe(CONNECTIONS)
    expect(new Set(server.messages.map(({ to }) => to))).toEqual(new Set(people.map(({ email }) => email)))
  }))

test('a verification mail does not wait for weekly mails', () =>
  withSite({ delay: 400 }, async (site, server) => {
    const readers = await Promise.all(Array.from({ length: 40 }, () => site.aReader()))
    const ids = readers.map(({ _id }) => _id).sort()
    const { editionAt } = await import('#server/weekly/editions.ts')
    const edition = editionAt(site.services.now())
    await sql`update users set weekly_mail = true, weekly_edition = ${new Date(0)}`.execute(site.services.db)
    await site.aBookRow(null, { createdAt: new Date(edition.getTime() - 3_600_000) })
    const batch = { edition: edition.toISOString(), first: ids[0] ?? '', last: ids.at(-1) ?? '' }
    await site.services.jobs.enqueue(site.services.db, WEEKLY_MAIL_JOB, batch)
    await server.received(4)
    const [person] = await unverified(site, 1)
    await enqueue(site, VERIFY_JOB, [person?.id ?? ''])
    await expect.poll(() => server.messages.map(({ to }) => to), { timeout: 5000 }).toContain(person?.email)
    expect(server.messages.length).toBeLessThan(20)
  }))

const PERMANENT = Object.assign(new Error('no mailbox someone@example.org'), { responseCode: 550 })
const TEMPORARY = Object.assign(new Error('try again'), { responseCode: 451 })

test('a mail that the server rejects for good is not tried again', () =>
  withSite({ replyTo: () => PERMANENT }, async (site, server) => {
    const [person] = await unverified(site, 1)
    await enqueue(site, VERIFY_JOB, [person?.id ?? ''])
    await server.received(1)
    await expect.poll(() => jobsOf(site, VERIFY_JOB)).toMatchObject([{ state: 'failed', retryCount: 0 }])
    expect(JSON.stringify(await jobsOf(site, VERIFY_JOB))).not.toContain('someone@')
  }))

test('a mail that the server rejects for now is sent again after a growing delay, with the same Message-ID', () =>
  withSite({ replyTo: (count) => (count < 4 ? TEMPORARY : null) }, async (site, server) => {
    const { db } = site.services
    const [person] = await unverified(site, 1)
    await enqueue(site, VERIFY_JOB, [person?.id ?? ''])
    for (const [attempt, [least, most]] of [
      [60, 120],
      [120, 240],
      [240, 480],
    ].entries()) {
      await server.received(attempt + 1)
      await expect.poll(async () => (await jobsOf(site, VERIFY_JOB)).map(({ state }) => state)).toContain('retry')
      const { rows } = await sql<{ delay: number }>`
        select extract(epoch from start_after - clock_timestamp())::float8 as delay from pgboss.job
        where name = ${VERIFY_JOB} and state = 'retry'`.execute(db)
      expect(rows[0]?.delay).toBeGreaterThan((least ?? 0) - 10)
      expect(rows[0]?.delay).toBeLessThanOrEqual(most ?? 0)
      await sql`update pgboss.job set start_after = now() where name = ${VERIFY_JOB}`.execute(db)
      // Wakes the queue: this account does not exist.
      await enqueue(site, VERIFY_JOB, [crypto.randomUUID()])
    }
    await server.received(4)
    expect(new Set(server.messages.map(({ messageId }) => messageId)).size).toBe(1)
    expect(server.messages[0]?.messageId).toMatch(/^<[\da-f-]{36}@localhost>$/)
  }))

test('a server that takes half a minute for each message gets each mail once', () =>
  withSite({ delay: 25_000 }, async (site, server) => {
    const [[unknown], reader] = await Promise.all([unverified(site, 1), site.aReader()])
    await enqueue(site, VERIFY_JOB, [unknown?.id ?? ''])
    await enqueue(site, RESET_JOB, [reader._id])
    for (const name of [VERIFY_JOB, RESET_JOB])
      await expect
        .poll(() => jobsOf(site, name), { timeout: 40_000 })
        .toMatchObject([{ state: 'completed', retryCount: 0 }])
    expect(server.messages).toHaveLength(2)
  }))

test('a mail with a link that may have arrived is not tried again, which would end the link; a notice is', () =>
  withSite({ isCut: true }, async (site, server) => {
    const [[unknown], reader] = await Promise.all([unverified(site, 1), site.aReader()])
    await enqueue(site, VERIFY_JOB, [unknown?.id ?? ''])
    await expect.poll(() => jobsOf(site, VERIFY_JOB)).toMatchObject([{ state: 'failed', retryCount: 0 }])
    await enqueue(site, RESET_JOB, [reader._id])
    await expect.poll(() => jobsOf(site, RESET_JOB)).toMatchObject([{ state: 'failed', retryCount: 0 }])
    await enqueue(site, PASSWORD_NOTICE_JOB, [reader._id])
    await expect.poll(() => jobsOf(site, PASSWORD_NOTICE_JOB)).toMatchObject([{ state: 'retry' }])
    expect(server.messages).toHaveLength(3)
  }))

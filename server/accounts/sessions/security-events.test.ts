import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import * as security from '#contract/account-security.ts'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { updateUser } from '#contract/admin.ts'
import { reauthenticate } from '#contract/second-factors.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { createAdmin } from '#server/accounts/create-admin.ts'
import { deleteOldDevices } from './login-devices.ts'
import { deleteOldSecurityEvents, recordSecurityEvent } from './security-events.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const DAY = DAY_MS
const NEW_PASSWORD = 'ink-and-blotting-paper'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
/** Counts are written a second later. */
const LATER = { timeout: 15_000 }
const HOME = '203.0.113.87'
const ABROAD = '198.51.100.4'

interface From {
  device?: string
  userAgent?: string
  address?: string
  password?: string
}

/** Logs in over HTTP, from an address and with a browser. */
const logIn = async (
  { email }: Pick<Person, 'email'>,
  { device, userAgent = FIREFOX, address = HOME, password = PASSWORD }: From = {},
) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: { 'user-agent': userAgent },
    payload: { email, password, ...(device !== undefined && { device }) },
  })
  return { status: answer.statusCode, token: String(answer.json<{ token?: string }>().token) }
}
const eventsOf = (person: Pick<Person, 'token'>) => site.api(person)(security.listSecurityEvents)
const kindsOf = async (person: Pick<Person, 'token'>) => (await eventsOf(person)).map(({ kind }) => kind)
const noticesTo = async ({ email }: Pick<Person, 'email'>) => {
  await site.jobsDone()
  return site.post.mails.filter(({ to, subject }) => to === email && subject === 'New login to your Quillhouse account')
}

test('a login on a new device is mailed to the owner and shown on the profile; the first one is not mailed', async () => {
  const reader = await site.aReader()
  const [laptop, phone] = [crypto.randomUUID(), crypto.randomUUID()]
  await logIn(reader, { device: laptop })
  await logIn(reader, { device: laptop, address: ABROAD, userAgent: SAFARI })
  expect(await noticesTo(reader)).toEqual([])

  await logIn(reader, { device: phone, userAgent: SAFARI, address: ABROAD })
  const [notice, ...others] = await noticesTo(reader)
  expect(others).toEqual([])
  expect(notice?.text).toContain('Safari on iPhone, network 198.51.100.x, on ')
  expect(notice?.text).not.toContain(ABROAD)
  expect(notice?.link).toMatch(/\/profile\/security$/)
  await logIn(reader, { device: phone })
  expect(await noticesTo(reader)).toHaveLength(1)

  expect(await eventsOf(reader)).toMatchObject([
    { kind: 'logged-in', device: 'Firefox on Linux', network: '203.0.113.x', count: 1 },
    { kind: 'logged-in-on-new-device', device: 'Safari on iPhone', network: '198.51.100.x' },
    { kind: 'logged-in', device: 'Safari on iPhone' },
    { kind: 'logged-in', device: 'Firefox on Linux' },
  ])
})

test('of ten logins at the same time on one new device one is mailed', async () => {
  const reader = await site.aReader()
  await logIn(reader, { device: crypto.randomUUID() })
  const device = crypto.randomUUID()
  await Promise.all(Array.from({ length: 10 }, () => logIn(reader, { device })))
  expect(await noticesTo(reader)).toHaveLength(1)
})

test('a program without a number of its own is recognised by its name and its network', async () => {
  const reader = await site.aReader()
  await logIn(reader, { userAgent: 'curl/8.5.0' })
  await logIn(reader, { userAgent: 'curl/8.5.0' })
  expect(await noticesTo(reader)).toEqual([])
  await logIn(reader, { userAgent: 'curl/8.5.0', address: ABROAD })
  await logIn(reader, { userAgent: 'wget/1.21' })
  expect(await noticesTo(reader)).toHaveLength(2)
})

test('the database has hashes of devices, 50 of an account at most, and never forgets the last one', async () => {
  const reader = await site.aReader()
  const device = crypto.randomUUID()
  await logIn(reader, { device })
  const rowsOf = async () =>
    (
      await sql<{ text: string }>`select d::text as text from login_devices as d where user_id = ${reader._id}`
        .execute(site.services.db)
        .then(({ rows }) => rows)
    ).map(({ text }) => text)
  expect((await rowsOf()).join()).not.toContain(device)
  await sql`
    insert into login_devices (user_id, device_hash, used_at)
    select ${reader._id}, sha256(i::text::bytea), now() - interval '1 hour' from generate_series(1, 60) as i`.execute(
    site.services.db,
  )
  await logIn(reader, { device: crypto.randomUUID() })
  expect(await rowsOf()).toHaveLength(50)

  site.skip(400 * DAY)
  await deleteOldDevices(site.services)
  expect(await rowsOf()).toHaveLength(1)
  const before = (await noticesTo(reader)).length
  await logIn(reader, { device: crypto.randomUUID() })
  expect(await noticesTo(reader)).toHaveLength(before + 1)
  site.skip(-400 * DAY)
})

test('sessions are listed with their device and network, and a guest’s has one too', async () => {
  const reader = await site.aReader()
  const { token } = await logIn(reader)
  const sessions = await site.api({ token })(settings.listSessions)
  expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ userAgent: FIREFOX, network: '203.0.113.x' })
  expect(JSON.stringify(sessions)).not.toContain(HOME)
  const answer = await site.app.inject({ method: 'POST', url: '/api/auth/guest', remoteAddress: ABROAD })
  const guestSessions = site.services.db.selectFrom('sessions').select('network')
  const guestId = answer.json<{ user: { _id: string } }>().user._id
  expect(await guestSessions.where('userId', '=', guestId).execute()).toEqual([{ network: '198.51.100.x' }])
})

test('wrong passwords are counted by day, without delaying the answer', async () => {
  const reader = await site.aReader()
  expect((await logIn(reader, { password: 'a wrong guess' })).status).toBe(401)
  for (let i = 0; i < 4; i++) await logIn(reader, { password: 'a wrong guess', address: ABROAD, userAgent: SAFARI })
  await expect
    .poll(() => eventsOf(reader), LATER)
    .toMatchObject([{ kind: 'wrong-password', count: 5, device: 'Safari on iPhone', network: '198.51.100.x' }])
  site.skip(DAY)
  await logIn(reader, { password: 'a wrong guess' })
  await expect.poll(async () => (await eventsOf(reader)).map(({ count }) => count), LATER).toEqual([1, 5])
  site.skip(-DAY)
})

test('wrong passwords in a session are counted as well, and ten are checked by all calls that ask for it', async () => {
  const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  try {
    const reader = await limited.aReader()
    const confirm = (password: string, person: Pick<Person, 'token'> = reader) =>
      limited.api(person)(reauthenticate, { body: { password } })
    await confirm(PASSWORD)
    const body = { currentPassword: 'a wrong guess', newPassword: NEW_PASSWORD }
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push(
        (await problemFrom(i < 6 ? limited.api(reader)(settings.updatePassword, { body }) : confirm('a wrong guess')))
          .status,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect(await problemFrom(confirm(PASSWORD))).toMatchObject({ status: 429 })
    const another = await limited.api()(calls.login, { body: { email: reader.email, password: PASSWORD } })
    await confirm(PASSWORD, another)
    await expect
      .poll(() => limited.api(reader)(security.listSecurityEvents), LATER)
      .toContainEqual(expect.objectContaining({ kind: 'wrong-password', count: 10 }))
  } finally {
    await limited.close()
  }
})

test('changes of the account and the ends of sessions are recorded, those by others without a place', async () => {
  const reader = await site.aReader()
  const admin = await site.anAdmin()
  const send = async (method: 'DELETE' | 'PUT' | 'POST', path: string, { token } = reader, payload?: object) => {
    const headers = { 'user-agent': FIREFOX, authorization: `Bearer ${token}` }
    const options = { method, headers, remoteAddress: HOME, ...(payload && { payload }) }
    return (await site.app.inject({ ...options, url: `/api/auth/${path}` })).statusCode
  }
  await logIn(reader)
  const sessions = await site.api(reader)(settings.listSessions)
  expect(await send('DELETE', `sessions/${sessions.find(({ isCurrent }) => !isCurrent)?._id}`)).toBe(204)
  // There is no other left.
  expect(await send('DELETE', 'sessions')).toBe(204)
  await logIn(reader)
  expect(await send('DELETE', 'sessions')).toBe(204)
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect(await send('PUT', 'update-password', reader, passwords)).toBe(200)
  const change = (body: object) => site.api(admin)(updateUser, { params: { id: reader._id }, body })
  const email = `${crypto.randomUUID()}@example.org`
  await change({ email })
  const { link } = await site.post.mailTo(email)
  await site.api()(calls.verifyEmail, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
  await change({ userType: 'admin' })
  await change({ userType: 'reader' })
  const { token } = await logIn({ email }, { password: NEW_PASSWORD })
  expect(await send('POST', 'logout', { ...reader, token })).toBe(204)
  const again = await logIn({ email }, { password: NEW_PASSWORD })
  const events = await eventsOf(again)
  expect(events.map(({ kind }) => kind)).toEqual([
    'logged-in',
    'logged-out',
    'logged-in',
    'no-longer-administrator',
    'became-administrator',
    'email-changed',
    'password-changed',
    'other-sessions-ended',
    'logged-in',
    'session-ended',
    'logged-in',
  ])
  const byOthers = ['no-longer-administrator', 'became-administrator', 'email-changed']
  for (const { kind, device, network } of events)
    expect([kind, device, network]).toEqual(
      byOthers.includes(kind) ? [kind, '', ''] : [kind, 'Firefox on Linux', '203.0.113.x'],
    )
  await createAdmin(site.services, { email, username: reader.username, password: 'lamps-on-the-landing' })
  const known = await logIn({ email }, { password: 'lamps-on-the-landing' })
  expect((await kindsOf(known)).slice(0, 3)).toEqual(['logged-in', 'became-administrator', 'password-changed'])
})

test('a person sees their own events only, and they are deleted with the account', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  await logIn(reader)
  const body = { newEmail: `${crypto.randomUUID()}@example.org`, password: PASSWORD }
  await site.api(reader)(security.requestEmailChange, { body })
  const tables = ['security_events', 'login_devices', 'email_changes']
  const rowsIn = async (table: string) =>
    (await sql`select from ${sql.table(table)} where user_id = ${reader._id}`.execute(site.services.db)).rows.length
  expect(await Promise.all(tables.map(rowsIn))).toEqual([2, 1, 1])
  expect(await eventsOf(other)).toEqual([])
  await site.api(reader)(settings.deleteAccount, { body: { password: PASSWORD } })
  expect(await Promise.all(tables.map(rowsIn))).toEqual([0, 0, 0])
})

test('the latest 200 events of an account are stored, for 90 days', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const { db } = site.services
  await recordSecurityEvent(db, { userId: other._id, kind: 'logged-out' })
  await sql`
    insert into security_events (user_id, kind, at)
    select ${reader._id}, 'logged-in', now() - i * interval '1 minute' from generate_series(1, 199) as i`.execute(db)
  await recordSecurityEvent(db, { userId: reader._id, kind: 'password-changed' })
  expect(await eventsOf(reader)).toHaveLength(200)
  await recordSecurityEvent(db, { userId: reader._id, kind: 'logged-out' })
  const kinds = await kindsOf(reader)
  expect(kinds).toHaveLength(200)
  expect(kinds.slice(0, 2)).toEqual(['logged-out', 'password-changed'])
  expect(await kindsOf(other)).toEqual(['logged-out'])
  const { rows } = await sql`select from security_events where user_id = ${reader._id}`.execute(db)
  expect(rows).toHaveLength(200)

  await sql`update security_events set at = at - interval '91 days' where user_id = ${reader._id} and kind = 'logged-in'`.execute(
    db,
  )
  await deleteOldSecurityEvents(site.services)
  expect(await kindsOf(reader)).toEqual(['logged-out', 'password-changed'])
})

test('the mails about new devices are bounded', async () => {
  const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  try {
    await limited.startJobs()
    const reader = await limited.aReader()
    for (let i = 0; i < 8; i++) {
      const body = { email: reader.email, password: PASSWORD, device: crypto.randomUUID() }
      await limited.api()(calls.login, { body })
    }
    await limited.jobsDone()
    expect(limited.post.mails.filter(({ to }) => to === reader.email)).toHaveLength(5)
  } finally {
    await limited.close()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboardStats } from '#contract/admin.ts'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'
import { raiseLoginAlarm } from './login-alarm.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  await site.startJobs()
})
afterAll(() => site.close())

const logIn = (email: string, password: string, remoteAddress: string) =>
  site.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } })

const HOME = '192.0.2.10'
const ELSEWHERE = '192.0.2.11'

test('guesses from many networks are limited together; the owner can log in from a known network', async () => {
  const [reader, admin] = await Promise.all([site.aReader(), site.anAdmin()])
  expect((await logIn(reader.email, PASSWORD, HOME)).statusCode).toBe(200)
  const statuses: number[] = []
  for (let network = 0; network < 30; network++) {
    const guesses = Array.from({ length: 10 }, () => logIn(reader.email, 'a wrong guess', `203.0.113.${network}`))
    statuses.push(...(await Promise.all(guesses)).map(({ statusCode }) => statusCode))
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(250)
  const rejected = await logIn(reader.email, PASSWORD, ELSEWHERE)
  expect(rejected.statusCode).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(600)
  expect((await logIn(reader.email, PASSWORD, HOME)).statusCode).toBe(200)

  const warnings = site.logged.filter((entry) => entry.includes('more wrong passwords than allowed'))
  expect(warnings.map((entry) => JSON.parse(entry) as unknown)).toMatchObject([{ level: 40, userId: reader._id }])
  expect(warnings.join('')).not.toMatch(/@|203\.0/)
  const alarm = await site.post.mailTo(admin.email)
  expect(alarm.subject).toBe('Many wrong passwords at Quillhouse')
  await site.jobsDone()
  expect(site.post.mails).toHaveLength(1)
})

test('administrators are alarmed once an hour, and the dashboard says so for a day', async () => {
  const { db } = site.services
  const admin = await site.anAdmin()
  const HOUR = 3_600_000
  const guessedAt = async () => (await site.api(admin)(getDashboardStats)).data.waiting.guessedAt
  const alarms = async () => {
    await site.jobsDone()
    return site.post.mails.filter(({ to }) => to === admin.email).length
  }
  await db.deleteFrom('securityEvents').where('userId', 'is', null).execute()
  expect(await guessedAt()).toBeNull()
  // Two processes find it at the same time.
  await Promise.all([raiseLoginAlarm(site.services), raiseLoginAlarm(site.services)])
  expect(await alarms()).toBe(1)
  expect(new Date((await guessedAt()) ?? 0).getTime()).toBeCloseTo(Date.now(), -5)
  site.skip(HOUR / 2)
  await raiseLoginAlarm(site.services)
  expect(await alarms()).toBe(1)
  site.skip(HOUR)
  await raiseLoginAlarm(site.services)
  expect(await alarms()).toBe(2)
  expect((await site.post.mailTo(admin.email)).link).toMatch(/^http:.*\/admin\/users$/)
  site.skip(25 * HOUR)
  const { data } = await site.api(await site.anAdmin())(getDashboardStats)
  expect(data.waiting.guessedAt).toBeNull()
  site.skip(-26.5 * HOUR)
})

test('guesses for an unknown address get the same answers', async () => {
  const statuses: number[] = []
  for (let network = 0; network < 7; network++) {
    const guesses = Array.from({ length: 10 }, () => logIn('nobody@example.org', 'a guess', `203.0.114.${network}`))
    statuses.push(...(await Promise.all(guesses)).map(({ statusCode }) => statusCode))
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50)
})

test('a login that an overloaded server rejects does not count as a wrong password', async () => {
  const reader = await site.aReader()
  const inACrowd = async () => {
    const crowd = Array.from({ length: 120 }, (_, i) => logIn(`crowd${i}@example.org`, 'a guess', `203.0.115.${i}`))
    const own = Array.from({ length: 10 }, () => logIn(reader.email, PASSWORD, HOME))
    await Promise.all(crowd)
    return (await Promise.all(own)).map(({ statusCode }) => statusCode)
  }
  // Who of a crowd is rejected is chance, and on a busy machine it may come too slowly for any to be.
  await expect.poll(inACrowd, { timeout: 40_000 }).toContain(503)
  expect((await logIn(reader.email, PASSWORD, HOME)).statusCode).toBe(200)
})

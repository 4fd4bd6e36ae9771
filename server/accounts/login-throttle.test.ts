import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing.ts'

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
  const crowd = Array.from({ length: 60 }, (_, i) => logIn(`crowd${i}@example.org`, 'a guess', `203.0.115.${i}`))
  const own = Array.from({ length: 10 }, () => logIn(reader.email, PASSWORD, HOME))
  await Promise.all(crowd)
  expect((await Promise.all(own)).map(({ statusCode }) => statusCode)).toContain(503)
  expect((await logIn(reader.email, PASSWORD, HOME)).statusCode).toBe(200)
})

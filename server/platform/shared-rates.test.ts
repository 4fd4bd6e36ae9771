import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from './database/connect.ts'
import { createSharedRates, sharedRateJobs, type SharedRates } from './shared-rates.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

const { config, drop } = await createTestDatabase()
const { db, close } = connect(config, { info: () => undefined, warn: () => undefined })
afterAll(async () => {
  await close()
  await drop()
})
beforeEach(async () => {
  await db.deleteFrom('sharedRates').execute()
  one = createSharedRates(true, db)
  two = createSharedRates(true, db)
})

let one: SharedRates
let two: SharedRates
const RATE = { max: 20, seconds: 60 }

test('simultaneous calls through two processes are counted exactly, and the rest are rejected with Retry-After', async () => {
  const calls = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : two).allows('a', RATE))
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(20)
  await expect(one.take('a', RATE)).rejects.toMatchObject({ type: 'rate_limited', retryAfter: expect.closeTo(60, -1) })
  expect(await one.allows('b', RATE)).toBe(true)
})

test('simultaneous calls through one process are counted in the order of their arrival', async () => {
  const allowed = await Promise.all(Array.from({ length: 30 }, () => one.allows('a', RATE)))
  expect(allowed).toEqual(Array.from({ length: 30 }, (_, i) => i < 20))
})

test('a window ends, and the hourly job deletes it', async () => {
  const short = { max: 1, seconds: 0.5 }
  expect([await one.allows('a', short), await two.allows('a', short)]).toEqual([true, false])
  await expect.poll(() => one.allows('a', short), { interval: 600 }).toBe(true)
  await one.take('b', RATE)
  await sql`select pg_sleep(0.6)`.execute(db)
  await sharedRateJobs({ db })[0]?.run({}, '', new AbortController().signal)
  expect(await db.selectFrom('sharedRates').select('count').execute()).toEqual([{ count: 1 }])
})

test('a rejected key is not counted again at once, so a loop of rejected calls costs no statements', async () => {
  const rate = { max: 1, seconds: 60 }
  await one.take('a', rate)
  for (let call = 0; call < 100; call += 1) expect(await one.allows('a', rate)).toBe(false)
  const { count } = await db.selectFrom('sharedRates').select('count').executeTakeFirstOrThrow()
  expect(count).toBeLessThan(10)
  await one.forget('a')
  expect(await one.allows('a', rate)).toBe(true)
})

test('a call can be taken back, and a key forgotten', async () => {
  const rate = { max: 1, seconds: 60 }
  await one.take('a', rate)
  await two.release('a')
  await one.take('a', rate)
  await two.forget('a')
  await expect(one.take('a', rate)).resolves.toBeUndefined()
})

test('a call that is counted in a transaction needs no second connection', async () => {
  const all = Array.from({ length: 10 }, (_, i) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_sleep(0.05)`.execute(trx)
      await one.take(`key ${i}`, RATE, trx)
    }),
  )
  await expect(Promise.all(all)).resolves.toHaveLength(10)
})

test('with the limits off nothing is counted', async () => {
  const off = createSharedRates(false, db)
  for (let i = 0; i < 3; i++) await off.take('a', { max: 1, seconds: 60 })
  expect(await db.selectFrom('sharedRates').select('count').execute()).toEqual([])
})

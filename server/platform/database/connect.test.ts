import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { connect } from './connect.ts'
import { requirePostgres18, requireTrigrams } from './requirements.ts'

const log = { info: () => undefined, warn: () => undefined }
const { config, drop } = await createTestDatabase()
const { db, pool, close } = connect(config, log)
afterAll(async () => {
  await close()
  await drop()
})

test('columns are camelCase in code, and the keys of a json value stay as they are', async () => {
  const { rows } = await sql`select 1 as book_id, '{"book_id": 1}'::jsonb as some_data, 2 as "_id"`.execute(db)
  expect(rows).toEqual([{ bookId: 1, someData: { book_id: 1 }, _id: 2 }])
})

test('counts, sums and averages are numbers, a date is its text, an instant is a Date', async () => {
  const { rows } = await sql`
    select count(*) as count, sum(2::bigint) as sum, avg(1.5) as average,
           array[1::int8, null] as counts, null::int8 as none,
           date '2026-03-01' as day, timestamptz '2026-03-01 00:00Z' as at`.execute(db)
  expect(rows).toEqual([
    { count: 1, sum: 2, average: 1.5, counts: [1, null], none: null, day: '2026-03-01', at: new Date('2026-03-01') },
  ])
})

test('statements time out after five seconds, lock waits after two', async () => {
  const { rows } = await pool.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`)
  expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }])
})

test('a connection that the server ends is replaced by the next query', async () => {
  await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the database is new enough and can search Arabic', async () => {
  await requirePostgres18(pool)
  await requireTrigrams(pool)
})

test('a database whose locale cannot search Arabic stops the start with one line', async () => {
  await pool.query("create database blind template template0 locale 'C'")
  const other = connect({ ...config, database: 'blind' }, log)
  await other.pool.query('create extension pg_trgm')
  await expect(requireTrigrams(other.pool)).rejects.toThrow(/^Search would find no Arabic/)
  await other.close()
  await pool.query('drop database blind with (force)')
})

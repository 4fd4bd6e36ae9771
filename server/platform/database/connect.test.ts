import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { connect } from './connect.ts'
import { requirePostgres18, requireTrigrams } from './requirements.ts'

const said: string[] = []
const log = { info: () => undefined, warn: (_: object, message: string) => void said.push(message) }
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

describe('what PostgreSQL ends so that another transaction can go on', () => {
  const waiting = async () =>
    (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount

  /** Runs `work`, which locks the rows 1 and 2 in this order, while another one does in the other: the former waits first. */
  const beside = async (work: () => Promise<unknown>) => {
    await pool.query('drop table if exists counters')
    await pool.query('create table counters as select id, 0 as n from generate_series(1, 2) as id')
    const other = new pg.Client(config)
    await other.connect()
    // So that it is never the one that is ended.
    await other.query(`set deadlock_timeout = '1min'`)
    await other.query('begin')
    await other.query('update counters set n = n + 10 where id = 2')
    const done = work()
    await expect.poll(waiting).toBe(1)
    await other.query('update counters set n = n + 10 where id = 1')
    await other.query('commit')
    await other.end()
    await done
    return (await pool.query<{ n: number }>('select n from counters order by id')).rows.map(({ n }) => n)
  }

  test('is run again: a statement', async () => {
    const both = sql`
      with first as (update counters set n = n + 1 where id = 1 returning id)
      update counters set n = n + 1 from first where counters.id = first.id + 1`
    expect(await beside(() => both.execute(db))).toEqual([11, 11])
  })

  test('is run again: a transaction, from its begin', async () => {
    let runs = 0
    const transaction = () =>
      db.transaction().execute(async (trx) => {
        runs += 1
        for (const id of [1, 2]) await sql`update counters set n = n + 1 where id = ${id}`.execute(trx)
      })
    expect(await beside(transaction)).toEqual([11, 11])
    expect(runs).toBe(2)
  })

  test('is said in the log', () => {
    expect(said).toEqual(['a statement is run again after a deadlock', 'a transaction is run again after a deadlock'])
  })

  test('is no commit by itself, which would be told as done without what it was to write', async () => {
    await pool.query('create table ended_late (id int)')
    await pool.query(`create function end_late() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '40P01'; end $$`)
    await pool.query(`create constraint trigger end_late after insert on ended_late deferrable initially deferred
      for each row execute function end_late()`)
    let runs = 0
    const transaction = db.transaction().execute(async (trx) => {
      runs += 1
      await sql`insert into ended_late values (1)`.execute(trx)
    })
    await expect(transaction).rejects.toMatchObject({ code: '40P01' })
    expect(runs).toBe(3)
  })

  test('fails if that happens again and again, and at once for another error', async () => {
    const failWith = (code: string) => {
      let runs = 0
      const failing = db.transaction().execute(async (trx) => {
        runs += 1
        await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(trx)
      })
      return failing.then(
        () => undefined,
        (error: unknown) => ({ code: (error as pg.DatabaseError).code, runs }),
      )
    }
    expect(await failWith('40P01')).toEqual({ code: '40P01', runs: 3 })
    expect(await failWith('55P03')).toEqual({ code: '55P03', runs: 1 })
  })
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { DatabaseConfig } from './connect.ts'
import { migrate } from './migrate.ts'

let folder: string
let config: DatabaseConfig
let client: pg.Client

const ask = async (database: string, statement: string) => {
  const one = new pg.Client({ ...inject('testCluster'), database })
  await one.connect()
  await one.query(statement).finally(() => one.end())
}

const file = (name: string, text: string) => writeFile(join(folder, name), text)

const tables = async () =>
  (await client.query(`select tablename from pg_tables where schemaname = 'public' order by tablename`)).rows.map(
    ({ tablename }) => tablename,
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const database = `empty_${process.pid}_${performance.now().toFixed(0)}`
  config = { ...inject('testCluster'), database }
  await ask('postgres', `create database ${database}`)
  client = new pg.Client(config)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await ask('postgres', `drop database ${config.database} with (force)`)
  await rm(folder, { recursive: true })
})

test('files are applied once each, in the order of their names', async () => {
  await file('0002_b.sql', 'insert into a values (2); create table b ();')
  await file('0001_a.sql', 'create table a (n int);')
  await file('notes.md', 'not sql')
  expect(await migrate(config, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await migrate(config, folder)).toEqual([])
  await file('0003_c.sql', 'create table c ();')
  expect(await migrate(config, folder)).toEqual(['0003_c.sql'])
  expect(await tables()).toEqual(['a', 'b', 'c', 'schema_migrations'])
})

test('two processes that start at the same time apply each file once', async () => {
  await file('0001_a.sql', 'create table a (n int); insert into a values (1); select pg_sleep(0.2);')
  await file('0002_b.sql', 'insert into a values (2);')
  const applied = await Promise.all([migrate(config, folder), migrate(config, folder), migrate(config, folder)])
  // One of them applies both files, the others wait and find nothing to do.
  expect(applied.filter((names) => names.length > 0)).toEqual([['0001_a.sql', '0002_b.sql']])
  expect((await client.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a file that fails is rolled back with all others of the upgrade, and one line says so', async () => {
  await file('0001_a.sql', 'create table a (n int); insert into a values (1);')
  await migrate(config, folder)
  await file('0002_a.sql', 'alter table a add m int; update a set n = 2;')
  await file('0003_b.sql', 'create table b (); select 1 / 0;')
  await expect(migrate(config, folder)).rejects.toThrow(
    /^Migration 0003_b\.sql failed: division by zero\. Nothing in the database was changed: start the version that ran before, and see "Upgrades" in docs\/operating\.md\.$/,
  )
  expect(await tables()).toEqual(['a', 'schema_migrations'])
  expect((await client.query('select * from a')).rows).toEqual([{ n: 1 }])
  expect((await client.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_a.sql' }])
  await file('0003_b.sql', 'create table b ();')
  expect(await migrate(config, folder)).toEqual(['0002_a.sql', '0003_b.sql'])
})

test('a file that was changed after it was applied is an error', async () => {
  await file('0001_a.sql', 'create table a ();')
  await migrate(config, folder)
  await file('0001_a.sql', 'create table other ();')
  await expect(migrate(config, folder)).rejects.toThrow('Migration 0001_a.sql was changed after it was applied.')
})

test('a database of a newer version is an error', async () => {
  await file('0001_a.sql', 'create table a ();')
  await file('0002_b.sql', 'create table b ();')
  await migrate(config, folder)
  await rm(join(folder, '0002_b.sql'))
  await expect(migrate(config, folder)).rejects.toThrow(/newer version of Quillhouse/)
})

test('a migration waits for a busy table without blocking the queries behind it', async () => {
  await file('0001_a.sql', 'create table a (n int);')
  await migrate(config, folder)
  await client.query('begin; insert into a values (1)')
  await file('0002_a.sql', 'alter table a alter n type bigint;')
  const migrating = migrate(config, folder)
  await expect
    .poll(async () => (await client.query('select from pg_locks where not granted')).rowCount, { timeout: 5_000 })
    .toBe(1)
  // This query waits behind the migration until that gives up.
  await ask(String(config.database), 'select from a')
  await client.query('commit')
  expect(await migrating).toEqual(['0002_a.sql'])
}, 15_000)

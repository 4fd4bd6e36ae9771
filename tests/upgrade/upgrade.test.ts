import { readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { getUserDetails, login } from '#contract/accounts.ts'
import { getBookFile, listBooks } from '#contract/books.ts'
import { createApi } from '#contract/api/client.ts'
import { getPosition } from '#contract/reading.ts'
import { listShelves } from '#contract/shelves.ts'
import { getSiteSettings } from '#contract/site.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { withClient } from '#server/backup/with-client.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { PASSWORD } from '#server/testing/test-site.ts'
import { spawnServer } from '#tests/run-server.ts'

/** A zipped backup of each release, named by its version. */
const RELEASES = readdirSync(import.meta.dirname).flatMap((name) => /^([\d.]+)\.zip$/.exec(name)?.[1] ?? [])

/** What later migrations change on purpose: the columns of a table that are not compared, or the whole table. */
const CHANGED: Record<string, string[] | 'all'> = { book_digests: ['name_md5'], books_to_digest: 'all' }

let databases = 0

const ask = async <Row extends pg.QueryResultRow>(config: DatabaseConfig, statement: string) =>
  withClient(config, async (client) => (await client.query<Row>(statement)).rows)

const aDatabase = async (template = 'template0') => {
  const cluster = inject('testCluster')
  const database = `upgrade_${process.pid}_${(databases += 1)}`
  await ask(cluster, `create database ${database} template ${template}`)
  return { ...cluster, database }
}

const addressOf = ({ host, user, password, database }: DatabaseConfig) =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`

type Rows = Map<string, Record<string, unknown>[]>

const sorted = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ row }) => row)

/** The rows of each table, or only these columns of these tables, in the order of their JSON. */
const rowsIn = (config: DatabaseConfig, of?: Rows): Promise<Rows> =>
  withClient(config, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> 'schema_migrations'`)
    const rows: Rows = new Map()
    for (const { name } of tables) {
      if (of && !of.has(name)) continue
      const kept = Object.keys(of?.get(name)?.[0] ?? {}).filter((column) => !CHANGED[name]?.includes(column))
      const columns = kept.map((column) => `"${column}"`)
      const { rows: found } = await client.query<{ row: string }>(
        `select row_to_json(read)::text as row from (select ${columns.join(', ') || '*'} from ${name}) read`,
      )
      rows.set(name, sorted(found.map(({ row }) => JSON.parse(row) as Record<string, unknown>)))
    }
    return rows
  })

/** Without what later migrations change on purpose. */
const comparable = (rows: Rows): Rows =>
  new Map(
    [...rows].flatMap(([name, of]) => {
      const left = CHANGED[name] ?? []
      if (left === 'all') return []
      const compared = of.map((row) => Object.entries(row).filter(([column]) => !left.includes(column)))
      return [[name, sorted(compared.map((entries) => Object.fromEntries(entries)))]]
    }),
  )

describe.each(RELEASES)('a database of %s', (version) => {
  let folder: string
  let restored: DatabaseConfig
  let last: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quillhouse-upgrade-'))
    const backup = join(folder, 'backup')
    for (const [path, bytes] of Object.entries(
      unzipSync(await readFile(join(import.meta.dirname, `${version}.zip`))),
    )) {
      await mkdir(dirname(join(backup, path)), { recursive: true })
      await writeFile(join(backup, path), bytes)
    }
    const described = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')) as {
      migrations: { name: string }[]
    }
    last = described.migrations.at(-1)?.name ?? ''
    const migrations = join(folder, 'migrations')
    await mkdir(migrations)
    for (const { name } of await readMigrations(MIGRATIONS))
      if (name <= last) await cp(join(MIGRATIONS, name), join(migrations, name))
    restored = await aDatabase()
    const storage = await diskStorage(join(folder, 'data'))
    await restoreBackup({ database: restored, storage }, backup, migrations)
    // A crash empties this table, so that no backup has it.
    await ask(restored, `insert into shared_rates values (sha256('a caller'), 2, '2026-11-26T08:00:00Z')`)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has rows in each of its tables', async () => {
    const applied = await ask<{ name: string }>(restored, 'select max(name) as name from schema_migrations')
    expect(applied).toEqual([{ name: last }])
    const rows = await rowsIn(restored)
    expect(rows.size).toBeGreaterThan(80)
    expect([...rows].filter(([, of]) => of.length === 0).map(([name]) => name)).toEqual([])
  })

  test('keeps each row and each value in every later migration', async () => {
    const upgraded = await aDatabase(restored.database)
    const before = comparable(await rowsIn(restored))
    const applied = await migrate(upgraded, MIGRATIONS)
    expect(applied).toEqual((await readMigrations(MIGRATIONS)).map(({ name }) => name).filter((name) => name > last))
    expect(await rowsIn(upgraded, before)).toEqual(before)
  })

  test('is upgraded by two servers at once, which both serve its people and books', async () => {
    const upgraded = await aDatabase(restored.database)
    const env = { DATABASE_URL: addressOf(upgraded), DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' }
    const servers = [spawnServer(env), spawnServer(env)]
    try {
      for (const server of servers) {
        const address = await server.opened()
        const fetchThere = (path: string, init?: RequestInit) => fetch(new URL(path, address), init)
        expect(await createApi(fetchThere)(getSiteSettings)).toMatchObject({ siteName: 'The Lending Room' })
        const { token } = await createApi(fetchThere)(login, {
          body: { email: 'perpetua@example.org', password: PASSWORD, device: crypto.randomUUID() },
        })
        const api = createApi(fetchThere, () => token)
        expect((await api(getUserDetails)).user).toMatchObject({ username: 'Perpetua Quill' })
        const { books } = await api(listBooks)
        expect(books.map(({ title }) => title)).toContain('ألف ليلة وليلة')
        const lamps = books.find(({ title }) => title === 'Lamps')
        expect(lamps).toMatchObject({ author: 'Ida Fenn', ratingCount: 2 })
        const id = String(lamps?._id)
        expect((await api(getPosition, { params: { id } })).at).toMatchObject({ page: 1 })
        expect((await api(listShelves)).want.books.map(({ title }) => title)).toContain('Lamps')
        const { url } = await api(getBookFile, { params: { id } })
        expect((await (await fetchThere(url)).text()).slice(0, 5)).toBe('%PDF-')
        for (const path of ['/', '/library', `/books/${id}`, `/read/${id}`, '/profile'])
          expect([path, (await fetchThere(path)).status]).toEqual([path, 200])
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  test('is not changed by a migration that fails, and the server says in one line what to do', async () => {
    const broken = await aDatabase(restored.database)
    await ask(broken, `delete from schema_migrations where name = '${last}'`)
    const before = await ask(broken, 'select name from schema_migrations')
    const server = spawnServer({ DATABASE_URL: addressOf(broken), DATA_DIR: join(folder, 'data'), PORT: '0' })
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.stderr().trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Quillhouse can't start: Migration ${last} failed: .*already exists\\. Nothing in the database was changed: start the version that ran before, and see "Upgrades" in docs/operating\\.md\\.$`,
        ),
      ),
    ])
    expect(await ask(broken, 'select name from schema_migrations')).toEqual(before)
  })
})

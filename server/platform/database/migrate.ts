import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseConfig } from './connect.ts'
import { DatabaseSetupError } from './database-setup-error.ts'
import { openClient } from './driver.ts'

type Migration = { name: string; checksum: string; text: string }
type Applied = Omit<Migration, 'text'>

const MIGRATION_LOCK = 7_236_401
const LOCK_ATTEMPTS = 10
const UNDEFINED_TABLE = '42P01'
/** Another session has a table for too long, or waits for this one in turn. */
const BUSY = ['55P03', '40P01']

/**
 * Applies the SQL files of `folder` that the database lacks, up to the one called `last`, and returns their names. All are
 * applied in one transaction: if one fails, the version that ran before goes on with the database as it was. `before` is
 * called once, before the first change of a database that is not new; if it fails, nothing is applied.
 */
export const migrate = async (
  config: DatabaseConfig,
  folder: string,
  last?: string,
  before: (client: pg.Client) => Promise<void> = async () => {},
) => {
  const migrations = (await readMigrations(folder)).filter(({ name }) => last === undefined || name <= last)
  const client = await openClient(config, { application_name: 'quillhouse migrate', connectionTimeoutMillis: 5000 })
  try {
    if (pending(migrations, await readApplied(client)).length === 0) return []
    return await withMigrationLock(client, () => applyPending(client, migrations, before))
  } finally {
    await client.end()
  }
}

/** The names of the files that the database lacks; throws if it has others. */
export const readPending = async (config: DatabaseConfig, folder: string): Promise<string[]> => {
  const client = await openClient(config, { application_name: 'quillhouse doctor', connectionTimeoutMillis: 5000 })
  try {
    return pending(await readMigrations(folder), await readApplied(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

/** The migrations that were applied, in order; none on an empty database. */
export const readApplied = async (client: pg.Client): Promise<Applied[]> => {
  try {
    return (await client.query<Applied>('select name, checksum from schema_migrations order by name')).rows
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

const pending = (migrations: Migration[], applied: Applied[]) => {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      throw new DatabaseSetupError(`The database is of a newer version of Quillhouse (it has ${name}).`)
    if (known.get(name) !== checksum)
      throw new DatabaseSetupError(`Migration ${name} was changed after it was applied.`)
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

const withMigrationLock = async <T>(client: pg.Client, work: () => Promise<T>) => {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  // Queries queue behind a migration that waits for a table lock, so it gives up soon and retries.
  await client.query("set lock_timeout = '2s'")
  return work()
}

const applyPending = async (
  client: pg.Client,
  migrations: Migration[],
  before: (client: pg.Client) => Promise<void>,
) => {
  const applied = await readApplied(client)
  if (applied.length > 0 && pending(migrations, applied).length > 0) await before(client)
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const missing = pending(migrations, await readApplied(client))
  await applyWithRetry(client, missing)
  return missing.map(({ name }) => name)
}

const applyWithRetry = async (client: pg.Client, missing: Migration[], attemptsLeft = LOCK_ATTEMPTS): Promise<void> => {
  let current = ''
  try {
    await client.query('begin')
    for (const migration of missing) {
      current = migration.name
      await apply(client, migration)
    }
    await client.query('commit')
  } catch (error) {
    // A connection that was lost has rolled back by itself.
    await client.query('rollback').catch(() => {})
    if (BUSY.includes(codeOf(error) ?? '') && attemptsLeft > 1) {
      await pause(500)
      return applyWithRetry(client, missing, attemptsLeft - 1)
    }
    throw failedAt(current, error as Error)
  }
}

const apply = async (client: pg.Client, { name, checksum, text }: Migration) => {
  await client.query(text)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

const failedAt = (name: string, error: Error) => {
  const [reason = ''] = error.message.split('\n', 1)
  // It may have been lost while the commit was answered.
  if (!(error instanceof pg.DatabaseError))
    return new DatabaseSetupError(`The database was lost during the migrations: ${reason}. Start again.`, {
      cause: error,
    })
  return new DatabaseSetupError(
    `Migration ${name} failed: ${reason}. Nothing in the database was changed: ` +
      'start the version that ran before, and see "Upgrades" in docs/operating.md.',
    { cause: error },
  )
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

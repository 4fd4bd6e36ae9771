import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { createTestDatabase, query as ask } from '#server/testing/test-database.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { type BackupTask, type BackupOutcome, errorText } from './backup-task.ts'
import { openBackupPlace } from './open-place.ts'
import type { BackupPlace } from './place.ts'
import { withClient } from './with-client.ts'
import type { Stores } from './write-backup.ts'
import { writeSnapshot } from './write-snapshot.ts'

export { ask }

/** A database without tables, and a folder without files. */
export const anEmptySite = async (folder: string): Promise<Stores> => {
  const cluster = inject('testCluster')
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await ask(cluster, `create database ${database}`)
  return { database: { ...cluster, database }, storage: await diskStorage(folder) }
}

/** A site without users and books whose tables are made already: a restore need not apply the migrations again. */
export const aMigratedSite = async (folder: string): Promise<Stores> => {
  const { config } = await createTestDatabase()
  return { database: config, storage: await diskStorage(folder) }
}

export const storesOf = ({ database, services }: TestSite): Stores => ({
  database: database.config,
  storage: services.storage,
})

/** Every row of every table, sorted, but for the migrations and the attempts to back up, which a backup can't have. */
export const rowsIn = ({ database }: Stores) =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1",
    )
    const tables = rows.map(({ name }) => name).filter((name) => !['schema_migrations', 'backups'].includes(name))
    const found: [name: string, rows: unknown[]][] = []
    for (const name of tables)
      found.push([name, (await client.query(`select t::text as row from ${name} t order by 1`)).rows])
    return found
  })

export const filesIn = async ({ storage }: Stores) => {
  const keys = (await Array.fromAsync(storage.list(''))).map(({ key }) => key).sort()
  const bytes = await Promise.all(keys.map(async (key) => Buffer.concat(await Array.fromAsync(storage.read(key)))))
  return keys.map((key, n) => [key, bytes[n]?.toString('base64')])
}

/** Makes the backup of a task in this process, with a place that a test may change. */
export const runHere =
  (stores: Stores, changed: (place: BackupPlace) => BackupPlace = (place) => place) =>
  async ({ to, dataDir, keep, key, now }: BackupTask): Promise<BackupOutcome> => {
    try {
      const place = changed(await openBackupPlace(to, dataDir))
      return { snapshot: await writeSnapshot(stores, place, { keep, recipient: key, now: new Date(now) }) }
    } catch (error) {
      return { error: errorText(error) }
    }
  }

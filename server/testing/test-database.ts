import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { memoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: DatabaseConfig
  }
}

const TEMPLATE = 'template_migrated'
const PREFIX = 'quillhouse-test-'
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const SILENT = { info: () => undefined, warn: () => undefined }

/** A PostgreSQL for a whole test run. `stop` deletes its files. */
export const startTestCluster = async (migrations = MIGRATIONS) => {
  const parent = await memoryFolder()
  await Promise.all([tmpdir(), parent].map(removeStaleClusters))
  const dataDir = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, durable: false })
  await query(config, `create database ${TEMPLATE}`)
  await migrate({ ...config, database: TEMPLATE }, migrations)
  // As the first start of the jobs does: it would take longer than the copy of the database.
  await query({ ...config, database: TEMPLATE }, getConstructionPlans())
  return {
    config,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For scripts, which have no global setup. */
export const withCluster = async <T>(work: (cluster: DatabaseConfig) => Promise<T>) => {
  const { config, stop } = await startTestCluster()
  return work(config).finally(stop)
}

/** Creates a migrated database: under Vitest in the cluster of the run, elsewhere in the cluster of `withCluster`. */
export const createTestDatabase = async (cluster?: DatabaseConfig) => {
  const server = cluster ?? (await import('vitest')).inject('testCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const config: DatabaseConfig = { ...server, database: name }
  return { config, drop: () => query(server, `drop database ${name} with (force)`) }
}

export const query = async (config: pg.ClientConfig, statement: string) => {
  const client = new pg.Client(config)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** A test run that was killed leaves its PostgreSQL behind. */
const removeStaleClusters = async (parent: string) => {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
  await Promise.all(names.filter(isStale).map((name) => remove(join(parent, name))))
}

const isStale = (name: string) => {
  try {
    return !process.kill(Number(name.slice(PREFIX.length).split('-')[0]), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const remove = async (dataDir: string) => {
  await stopPostmaster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseConfig } from './database/connect.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: DatabaseConfig
  }
}

const TEMPLATE = 'template_migrated'
const PREFIX = 'quillhouse-test-'
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const SILENT = { info: () => undefined, warn: () => undefined }

/** One PostgreSQL for a whole run, that forgets everything: its files go with `stop`. */
export const startTestCluster = async (migrations = MIGRATIONS) => {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, durable: false })
  await ask(config, `create database ${TEMPLATE}`)
  await migrate({ ...config, database: TEMPLATE }, migrations)
  return {
    config,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For scripts and browser tests, which have no global setup. */
export const withCluster = async <T>(work: (cluster: DatabaseConfig) => Promise<T>) => {
  const { config, stop } = await startTestCluster()
  return work(config).finally(stop)
}

/** A migrated database of one's own: under Vitest in the run's cluster, elsewhere in the one of `withCluster`. */
export const createTestDatabase = async (cluster?: DatabaseConfig) => {
  const home = cluster ?? (await import('vitest')).inject('testCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await ask(home, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const config: DatabaseConfig = { ...home, database: name }
  return { config, drop: () => ask(home, `drop database ${name} with (force)`) }
}

const ask = async (config: DatabaseConfig, statement: string) => {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A run that was killed leaves its PostgreSQL behind. */
const removeAbandoned = async () => {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  await Promise.all(names.filter(isAbandoned).map((name) => remove(join(tmpdir(), name))))
}

const isAbandoned = (name: string) => {
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

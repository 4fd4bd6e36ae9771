import pg from 'pg'
import { waitUntil } from '#server/platform/wait-until.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { lockCluster } from './cluster-lock.ts'
import type { DatabaseLog } from '#server/platform/database/database-log.ts'
import { type Cluster, SUPERUSER, prepareCluster } from './postgres-cluster.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { findPostmaster } from './postmaster-file.ts'
import { privateFolder, removePrivateFolder } from './private-folder.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'

export type Options = {
  dataDir: string
  log: DatabaseLog
  /** A `server` is alone on its DATA_DIR and keeps PostgreSQL alive; a `command` may work beside it. */
  role?: 'server' | 'command'
  durable?: boolean
  /** Hears that one of PostgreSQL's programs runs now, which needs none of this process's time. */
  launched?: () => void
}

/** Starts the PostgreSQL of `dataDir`, or adopts the one that an earlier process left running there. */
export const startEmbedded = async ({ dataDir, log, role = 'server', durable = true, launched }: Options) => {
  if (process.platform === 'win32')
    throw new DatabaseSetupError('On Windows, set DATABASE_URL to a PostgreSQL 18 server.')
  const cluster = await prepareCluster(dataDir, durable, launched)
  return role === 'server' ? startForServer(cluster, log) : startForCommand(cluster)
}

export type Started = { config: DatabaseConfig; stop: () => Promise<void> }

const startForServer = async (cluster: Cluster, log: DatabaseLog, triesLeft = 3): Promise<Started> => {
  const { config, adopted } = await startOrAdopt(cluster)
  try {
    const guard = await lockCluster(cluster, config, log)
    if (!guard) throw new DatabaseSetupError(`Quillhouse is already running on DATA_DIR ${cluster.dataDir}.`)
    log.info({ adopted }, 'embedded PostgreSQL is ready')
    return { config, stop: () => guard.release(() => stopPostmaster(cluster.dataDir)) }
  } catch (error) {
    // The server before this one was about to stop what was adopted.
    if (error instanceof DatabaseSetupError || triesLeft === 1) throw error
    return startForServer(cluster, log, triesLeft - 1)
  }
}

const startForCommand = async (cluster: Cluster): Promise<Started> => {
  const { config, adopted } = await startOrAdopt(cluster)
  return { config, stop: () => stopUnlessUsed(cluster, config, adopted) }
}

const startOrAdopt = async (cluster: Cluster) => {
  const found = await findPostmaster(cluster.dataDir)
  const socketFolder = found?.ready ? found.socketFolder : await privateFolder(cluster.account)
  const postmaster = await ensurePostmaster(cluster, socketFolder)
  const adopted = found?.ready === true || postmaster.socketFolder !== socketFolder
  if (postmaster.socketFolder !== socketFolder) await removePrivateFolder(socketFolder)
  const config = {
    host: postmaster.socketFolder,
    port: 5432,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
  }
  return { config, adopted }
}

/** What a command started it also ends, but not under a server or another command that came meanwhile. */
const stopUnlessUsed = async (cluster: Cluster, config: DatabaseConfig, adopted: boolean) => {
  if (!adopted && (await isFree(config))) await stopPostmaster(cluster.dataDir)
}

const isFree = async (config: DatabaseConfig) => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  // Connections that were closed a moment ago are still on their way out.
  const free = await waitUntil(async () => (await client.query(OTHER_CLIENTS)).rowCount === 0, 500)
  await client.end()
  return free
}

const OTHER_CLIENTS = `
  select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`

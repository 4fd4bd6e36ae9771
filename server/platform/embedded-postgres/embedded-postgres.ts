import pg from 'pg'
import { lockCluster } from './cluster-lock.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { findPostmaster } from './pid-file.ts'
import { type Cluster, SUPERUSER, prepareCluster } from './postgres-cluster.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { waitUntil } from './wait-until.ts'

/** A pino logger fits. */
export type Log = {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
}

export type ConnectionConfig = { host: string; port: number; user: string; password: string; database: string }

export type Options = {
  dataDir: string
  log: Log
  /** A `server` locks the cluster and restarts PostgreSQL when it ends. A `command` may run beside a server. */
  role?: 'server' | 'command'
  /** False turns off every write to disk that only a crash needs. For tests. */
  durable?: boolean
  /** Called when initdb or postgres has been spawned and this process is free for other work. */
  onLaunch?: () => void
}

type EmbeddedPostgres = { config: ConnectionConfig; stop: () => Promise<void> }

/** Starts the PostgreSQL cluster in `dataDir`, or adopts a postmaster that an earlier process left running there. */
export const startEmbedded = async ({
  dataDir,
  log,
  role = 'server',
  durable = true,
  onLaunch,
}: Options): Promise<EmbeddedPostgres> => {
  if (process.platform === 'win32')
    throw new EmbeddedPostgresError('unsupported', 'There is no embedded PostgreSQL for Windows.')
  const cluster = await prepareCluster(dataDir, durable, onLaunch)
  return role === 'server' ? startForServer(cluster, log) : startForCommand(cluster)
}

const startForServer = async (cluster: Cluster, log: Log, triesLeft = 3): Promise<EmbeddedPostgres> => {
  const { config, adopted } = await startOrAdopt(cluster)
  try {
    const lock = await lockCluster(cluster, config, log)
    if (!lock) throw new EmbeddedPostgresError('in-use', `Another server uses the database in ${cluster.dataDir}.`)
    log.info({ adopted }, 'embedded PostgreSQL is ready')
    return { config, stop: () => lock.release(() => stopPostmaster(cluster.dataDir)) }
  } catch (error) {
    // The previous server stopped the adopted postmaster before the lock was taken.
    if (error instanceof EmbeddedPostgresError || triesLeft === 1) throw error
    return startForServer(cluster, log, triesLeft - 1)
  }
}

const startForCommand = async (cluster: Cluster): Promise<EmbeddedPostgres> => {
  const { config, adopted } = await startOrAdopt(cluster)
  return { config, stop: () => stopUnlessUsed(cluster, config, adopted) }
}

const startOrAdopt = async (cluster: Cluster) => {
  const found = await findPostmaster(cluster.dataDir)
  const socketFolder = found?.ready ? found.socketFolder : await createSocketFolder(cluster.account)
  const postmaster = await ensurePostmaster(cluster, socketFolder)
  const adopted = found?.ready === true || postmaster.socketFolder !== socketFolder
  if (postmaster.socketFolder !== socketFolder) await removeSocketFolder(socketFolder)
  const config = {
    host: postmaster.socketFolder,
    port: 5432,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
  }
  return { config, adopted }
}

/** A command stops the postmaster that it started, unless a server or another command has connected since. */
const stopUnlessUsed = async (cluster: Cluster, config: ConnectionConfig, adopted: boolean) => {
  if (!adopted && (await hasNoOtherClients(config))) await stopPostmaster(cluster.dataDir)
}

const hasNoOtherClients = async (config: ConnectionConfig) => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  // The backend of a connection that was just closed needs a moment to exit.
  const isAlone = await waitUntil(async () => (await client.query(OTHER_CLIENTS)).rowCount === 0, 500)
  await client.end()
  return isAlone
}

const OTHER_CLIENTS = `
  select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`

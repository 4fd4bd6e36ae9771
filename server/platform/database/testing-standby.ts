import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, prepareCluster, SUPERUSER } from '#server/platform/embedded-postgres/postgres-cluster.ts'
import { spawnPostgres } from '#server/platform/embedded-postgres/run-postgres.ts'
import { waitUntil } from '#server/platform/embedded-postgres/wait-until.ts'

const run = promisify(execFile)

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: 60,
  io_method: 'sync',
  jit: 'off',
  // The tests kill processes, never the machine.
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  max_wal_senders: 6,
  hot_standby: 'on',
  hot_standby_feedback: 'on',
  wal_keep_size: '64MB',
  wal_retrieve_retry_interval: '200ms',
  wal_receiver_status_interval: '1s',
}

/** What a base backup leaves out. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_stat_tmp/*']

const READY_MS = 30_000
const BEAT_MS = 100
const MISSED_BEATS = 3

interface Server {
  port: number
  folder: string
  /** Ends all its processes at once, as when its machine fails. */
  kill: () => Promise<void>
  /** Stops all its processes, so that it accepts connections and does not answer. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
}

type Settings = Record<string, string | number>

/** A primary and a hot standby on this machine. With `isSynchronous` a commit waits until the standby has it. */
export const startReplication = async ({ isSynchronous = false, standbySettings = {} as Settings } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-standby-'))
  const cluster = await prepareCluster(dataDir, false, undefined)
  const [first, second] = [await freePort(), await freePort()]
  const ask = (port: number, text: string) => askServer({ port, password: cluster.password }, text)
  const launch = (folder: string, port: number, settings: Settings = {}) =>
    launchServer({ ...cluster, folder }, port, settings, () => ask(port, 'select 1'))

  let copies = 0
  const addStandby = async (port: number): Promise<Server> => {
    copies += 1
    const folder = join(dataDir, `standby-${copies}`)
    await copyServer(cluster, primary, folder)
    const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${cluster.password}`
    const added = await launch(folder, port, {
      primary_conninfo: `${source} application_name=standby`,
      ...standbySettings,
    })
    const isStreaming = async () =>
      (await ask(primary.port, `select from pg_stat_replication where state = 'streaming'`)).length > 0
    if (!(await waitUntil(isStreaming, READY_MS))) throw new Error('the standby does not stream')
    // Only now: without a standby every commit would wait for one.
    if (isSynchronous) {
      await ask(primary.port, `alter system set synchronous_standby_names = '*'`)
      await ask(primary.port, 'select pg_reload_conf()')
      const isSync = async () =>
        (await ask(primary.port, `select from pg_stat_replication where sync_state = 'sync'`)).length > 0
      if (!(await waitUntil(isSync, READY_MS))) throw new Error('the standby is not synchronous')
    }
    return added
  }

  let primary = await launch(cluster.folder, first)
  let standby = await addStandby(second)
  const urlOf = (...ports: number[]) =>
    `postgres://${SUPERUSER}:${cluster.password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`
  return {
    /** Names both servers. */
    config: { connectionString: urlOf(first, second) },
    /** Names the present standby alone. */
    standbyUrl: () => urlOf(standby.port),
    killPrimary: () => primary.kill(),
    killStandby: () => standby.kill(),
    freezeStandby: () => standby.freeze(),
    thawStandby: () => standby.thaw(),
    /** Commits are applied by the standby so much later. */
    delayStandby: async (ms: number) => {
      await ask(standby.port, `alter system set recovery_min_apply_delay = '${ms}ms'`)
      await ask(standby.port, 'select pg_reload_conf()')
    },
    askStandby: (text: string) => ask(standby.port, text),
    /** Promotes the standby when the primary has missed three beats. */
    watch: async () => {
      for (let missed = 0; missed < MISSED_BEATS; await pause(BEAT_MS))
        missed = await ask(primary.port, 'select 1').then(
          () => 0,
          () => missed + 1,
        )
      await ask(standby.port, 'select pg_promote(true, 30)')
    },
    /** After a promotion: a new copy of the new primary takes the place of the one that failed. */
    replacePrimary: async () => {
      const failed = primary
      primary = standby
      await rm(failed.folder, { recursive: true, force: true })
      standby = await addStandby(failed.port)
    },
    stop: async () => {
      await Promise.all([primary.kill(), standby.kill()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const freePort = async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const clientOf = ({ port, password }: { port: number; password: string }) => {
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' }
  return new pg.Client({ ...address, connectionTimeoutMillis: 500 }).on('error', () => {})
}

const askServer = async (server: { port: number; password: string }, text: string) => {
  const client = clientOf(server)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const launchServer = async (
  cluster: Cluster,
  port: number,
  settings: Settings,
  check: () => Promise<unknown>,
): Promise<Server> => {
  const flags = Object.entries({ ...FLAGS, port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(`${cluster.folder}.log`, 'a')
  const child = await spawnPostgres(cluster, 'postgres', flags, { stdio: ['ignore', log.fd, log.fd], detached: true })
  await log.close()
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const isReady = async () => {
    if (hasExited()) throw new Error((await readFile(`${cluster.folder}.log`, 'utf8')).slice(-2000))
    return check().then(
      () => true,
      () => false,
    )
  }
  /** Each of its processes has a group of its own. */
  const signalAll = async (name: NodeJS.Signals) => {
    const postmaster = child.pid ?? 0
    for (const pid of [...(await childrenOf(postmaster)), postmaster]) signal(pid, name)
  }
  const freeze = async () => {
    // The postmaster starts no further process while it is stopped.
    signal(child.pid ?? 0, 'SIGSTOP')
    await signalAll('SIGSTOP')
  }
  const kill = async () => {
    if (hasExited()) return
    const exited = once(child, 'exit')
    signal(child.pid ?? 0, 'SIGSTOP')
    await signalAll('SIGKILL')
    await exited
  }
  if (!(await waitUntil(isReady, READY_MS))) throw new Error('PostgreSQL is not ready')
  return { port, folder: cluster.folder, kill, freeze, thaw: () => signalAll('SIGCONT') }
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited.
  }
}

const childrenOf = async (parent: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return pids.filter((_, i) => Number(/\) \S (\d+)/.exec(texts[i] ?? '')?.[1]) === parent).map(Number)
}

/** What pg_basebackup does, which is not among the embedded programs. */
const copyServer = async ({ account, password }: Cluster, from: Server, folder: string) => {
  await mkdir(folder, { mode: 0o700 })
  const backup = clientOf({ port: from.port, password })
  await backup.connect()
  try {
    await backup.query(`select pg_backup_start('standby', true)`)
    const excluded = NOT_COPIED.map((path) => `--exclude=./${path}`).join(' ')
    await run('bash', ['-c', `tar -C "$1" -c ${excluded} . 2>/dev/null | tar -C "$2" -xp`, 'copy', from.folder, folder])
    const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await backup.end()
  }
  await writeFile(join(folder, 'standby.signal'), '')
  // Without the settings of the primary, above all synchronous_standby_names.
  await writeFile(join(folder, 'postgresql.auto.conf'), '')
  if (!account) return
  const owner = [account.uid, account.gid] as const
  await chown(folder, ...owner)
  for (const name of ['backup_label', 'standby.signal', 'postgresql.auto.conf'])
    await chown(join(folder, name), ...owner)
}

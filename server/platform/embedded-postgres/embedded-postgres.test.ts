import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectionConfig, startEmbedded } from './embedded-postgres.ts'
import { findPostmaster } from './pid-file.ts'
import { stopPostmaster } from './postmaster.ts'

const NOBODY = 65534
/** As root, in a checkout that others can read, a test can start a server as another user. */
const canSwitchUser =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', `fs.accessSync('${import.meta.filename}')`], { uid: NOBODY, cwd: '/' }).status ===
    0
const RECOVERY_LIMIT_MS = 5000
/** On a slow machine the limit is this multiple of a start after a clean stop, measured in the same run. */
const CLEAN_START_FACTOR = 2
/** The faster recovery must stay below the limit, the other one below this multiple of it: the machine may be busy. */
const SLOWEST_FACTOR = 3
const log = { info: () => undefined, warn: () => undefined }

let closedParent: string
let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  closedParent = await mkdtemp(join(tmpdir(), 'closed-'))
  dataDir = join(closedParent, 'data')
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stopPostmaster(dataDir)
  await rm(closedParent, { recursive: true, force: true })
})

const query = async (config: ConnectionConfig, statement: string) => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

/** Retries until the database answers. */
const queryWithRetry = async (config: ConnectionConfig, statement: string, withinMs: number) => {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await query(config, statement)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(20)
    }
  }
}

const PROGRAM = `
  import { startEmbedded } from '${new URL('embedded-postgres.ts', import.meta.url).href}'
  const log = { info() {}, warn() {} }
  process.stdin.resume().once('end', () => process.exit())
  try {
    const { config, stop } = await startEmbedded({ dataDir: process.argv[1], log })
    console.log(JSON.stringify({ config }))
    process.once('SIGTERM', async () => { await stop(); process.exit() })
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }))
  }`

/** A server in a child process with an empty environment. */
const launch = (uid?: number) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  children.push(child)
  const answer = once(createInterface(child.stdout), 'line').then(
    ([line]) => JSON.parse(line) as { config: ConnectionConfig; error?: string },
  )
  return { child, answer }
}

const kill = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL') => {
  child.kill(signal)
  await once(child, 'exit')
}

const postmasterPid = async () => (await findPostmaster(dataDir))?.pid ?? 0

describe('the embedded database', () => {
  test('keeps its data, works below a parent folder that is closed to others, and stops with its server', async () => {
    const first = await startEmbedded({ dataDir, log })
    await query(first.config, 'create table stored as select 1 as n')
    const socketFolder = String(first.config.host)
    await first.stop()
    expect(await findPostmaster(dataDir)).toBeUndefined()
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT')

    const second = await startEmbedded({ dataDir, log })
    expect(await query(second.config, 'select n from stored')).toEqual([{ n: 1 }])
    await second.stop()
  })

  test('flushes commits to disk, checks its pages, and accepts only its socket and password', async () => {
    const { config, stop } = await startEmbedded({ dataDir, log })
    const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      current_setting('server_encoding') as encoding`
    expect(await query(config, settings)).toEqual([
      { fsync: 'on', commit: 'on', checksums: 'on', addresses: '', encoding: 'UTF8' },
    ])
    await expect(query({ ...config, password: 'wrong' }, 'select 1')).rejects.toThrow('password authentication failed')
    expect((await stat(join(dataDir, 'db-password'))).mode & 0o777).toBe(0o600)
    expect((await stat(String(config.host))).mode & 0o777).toBe(0o700)
    await query(config, 'create extension pg_trgm')
    expect((await query(config, `select show_trgm('محال') as found`))[0].found).not.toEqual([])
    await stop()
  })

  test('a killed server leaves its postmaster running, and the next start adopts it', async () => {
    const server = launch()
    const { config } = await server.answer
    await query(config, 'create table stored as select 1 as n')
    await kill(server.child)
    const pid = await postmasterPid()

    const next = await startEmbedded({ dataDir, log })
    expect(await postmasterPid()).toBe(pid)
    expect(await query(next.config, 'select n from stored')).toEqual([{ n: 1 }])
    await next.stop()
    expect(await postmasterPid()).toBe(0)
  })

  test('a postmaster that is killed under its server is back within five seconds with all committed data', async () => {
    const first = await startEmbedded({ dataDir, log })
    await query(first.config, 'create table stored as select 1 as n')
    await first.stop()
    const begunAt = performance.now()
    const { config, stop } = await startEmbedded({ dataDir, log })
    await query(config, 'select n from stored')
    const limit = Math.max(RECOVERY_LIMIT_MS, CLEAN_START_FACTOR * (performance.now() - begunAt))
    const recover = async () => {
      const killedAt = performance.now()
      process.kill(await postmasterPid(), 'SIGKILL')
      expect(await queryWithRetry(config, 'select n from stored', SLOWEST_FACTOR * limit)).toEqual([{ n: 1 }])
      return performance.now() - killedAt
    }
    const busy = query(config, 'select count(*) from generate_series(1, 1e12)').catch((error: Error) => error)
    await pause(100)
    const pid = await postmasterPid()
    const recoveries = [await recover()]
    expect(await postmasterPid()).not.toBe(pid)
    expect(await busy).toBeInstanceOf(Error)

    await rm(String(config.host), { recursive: true })
    recoveries.push(await recover())
    expect(Math.min(...recoveries)).toBeLessThan(limit)
    await stop()
  })

  test('starts after server and postmaster were killed and the pid in the stale pid file belongs to another process', async () => {
    const server = launch()
    const { config } = await server.answer
    await query(config, 'create table stored as select 1 as n')
    server.child.kill('SIGKILL')
    process.kill(await postmasterPid(), 'SIGKILL')
    const pidFile = join(dataDir, 'db/postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    const taken = spawn('sleep', ['60'], await ownerOf(pidFile))
    children.push(taken)
    await writeFile(pidFile, [taken.pid, ...lines.slice(1)].join('\n'))

    const next = await startEmbedded({ dataDir, log })
    expect(await query(next.config, 'select n from stored')).toEqual([{ n: 1 }])
    await next.stop()
  })

  test('a first start that was interrupted is started again', async () => {
    const server = launch()
    while (!(await draftsIn(dataDir)).length) await pause(10)
    await kill(server.child)
    const next = await startEmbedded({ dataDir, log })
    expect(await query(next.config, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await draftsIn(dataDir)).toEqual([])
    await next.stop()
  })

  test('of two servers that start concurrently on one folder, one gets an error that the other is running', async () => {
    const servers = [launch(), launch()]
    const answers = await Promise.all(servers.map(({ answer }) => answer))
    const errors = answers.map(({ error }) => error).filter(Boolean)
    expect(errors).toEqual([`Another server uses the database in ${dataDir}.`])
  })

  test('a server that starts while the one before it stops takes over', async () => {
    const before = await startEmbedded({ dataDir, log })
    await query(before.config, 'create table stored as select 1 as n')
    const [next] = await Promise.all([startEmbedded({ dataDir, log }), before.stop()])
    expect(await query(next.config, 'select n from stored')).toEqual([{ n: 1 }])
    await next.stop()
  })

  test('a command works beside the server and leaves it running; without a server it stops what it started', async () => {
    const server = await startEmbedded({ dataDir, log })
    const beside = await startEmbedded({ dataDir, log, role: 'command' })
    expect(await query(beside.config, 'select 1 as n')).toEqual([{ n: 1 }])
    await beside.stop()
    expect(await query(server.config, 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()

    const alone = await startEmbedded({ dataDir, log, role: 'command' })
    expect(await query(alone.config, 'select 1 as n')).toEqual([{ n: 1 }])
    await alone.stop()
    expect(await postmasterPid()).toBe(0)
  })

  test('a folder of another PostgreSQL version, or an inaccessible one, is an error of one line', async () => {
    await mkdir(join(dataDir, 'db'), { recursive: true })
    await writeFile(join(dataDir, 'db/PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`${dataDir}/db is of PostgreSQL 17, this one is 18.`)
    await writeFile(join(closedParent, 'file'), '')
    await expect(startEmbedded({ dataDir: join(closedParent, 'file/data'), log })).rejects.toThrow(
      `${closedParent}/file/data can't be used (ENOTDIR).`,
    )
  })

  test.runIf(canSwitchUser)('runs as an unprivileged user too', async () => {
    await chown(closedParent, NOBODY, NOBODY)
    const server = launch(NOBODY)
    const { config } = await server.answer
    expect(await query(config, 'select 1 as n')).toEqual([{ n: 1 }])
    expect((await stat(join(dataDir, 'db'))).uid).toBe(NOBODY)
    await kill(server.child, 'SIGTERM')
    expect(await postmasterPid()).toBe(0)

    // Root can continue with the cluster of an unprivileged user, and the other way round.
    const asRoot = await startEmbedded({ dataDir, log })
    expect(await query(asRoot.config, 'select 1 as n')).toEqual([{ n: 1 }])
    await asRoot.stop()
    const again = launch(NOBODY)
    expect((await again.answer).error).toBeUndefined()
    await kill(again.child, 'SIGTERM')
  })
})

const draftsIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('db-new-'))

const ownerOf = async (path: string) => {
  const { uid, gid } = await stat(path)
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

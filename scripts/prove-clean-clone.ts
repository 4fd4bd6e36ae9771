/**
 * Checks that `npm ci && npm start` is enough to run the site from a fresh clone: as root, and as an unprivileged user
 * without install scripts, below folders that are closed to other users and with an empty environment.
 * `npm run prove-clean-clone ordinary` checks it as the second one alone.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#tests/free-port.ts'
import { mailTo } from '#tests/outbox.ts'

const ROOT = join(import.meta.dirname, '..')
const UNPRIVILEGED = 65_534
const OPEN_TIMEOUT_MS = 120_000
const CLOSE_TIMEOUT_MS = 40_000
const GOALS = { 'first start, with the build': 6000, 'first start, built before': 2000, 'start on existing data': 1200 }
const PASSWORD = 'lamplight-and-ink'

interface User {
  name: string
  uid: number
  install: string[]
}

const isRoot = process.getuid?.() === 0
const ALL_USERS: User[] = [
  { name: isRoot ? 'root' : 'this user', uid: process.getuid?.() ?? 0, install: ['ci'] },
  {
    name: isRoot ? 'an unprivileged user, without install scripts' : 'no install scripts',
    uid: isRoot ? UNPRIVILEGED : (process.getuid?.() ?? 0),
    install: ['ci', '--ignore-scripts'],
  },
]
const USERS = process.argv[2] === 'ordinary' ? ALL_USERS.slice(1) : ALL_USERS

/** The PATH of the machine, without the programs of this checkout. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

const run = promisify(execFile)
let passed = 0
let failed = 0

const check = (name: string, ok: boolean, actual: unknown = '') => {
  if (ok) passed += 1
  else failed += 1
  if (!ok) console.log(`BAD  ${name} ${String(actual)}`)
}

const checkFor = async ({ name, uid, install }: User) => {
  const parent = await mkdtemp(join(tmpdir(), 'quillhouse-clone-'))
  await chmod(parent, 0o700)
  const [clone, home, dataDir] = ['library', 'home', 'data'].map((folder) => join(parent, folder)) as [
    string,
    string,
    string,
  ]
  try {
    await run('git', ['clone', '--quiet', '--no-local', ROOT, clone])
    await mkdir(home)
    await changeOwner(parent, uid)
    const options = { cwd: clone, uid, gid: uid, env: { PATH, HOME: home } }
    const installed = await timed(() => run('npm', install, { ...options, maxBuffer: 64 * 1024 * 1024 }))
    console.log(`${name}: npm ${install.join(' ')} took ${seconds(installed.ms)}`)

    const first = await visit(options, dataDir, 'first start, with the build')
    await first.signUp()
    await first.close()
    const second = await visit(options, dataDir, 'start on existing data')
    await second.close()
    const third = await visit(options, join(parent, 'other-data'), 'first start, built before')
    await third.close()
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

const changeOwner = async (folder: string, uid: number) => {
  if (uid === process.getuid?.()) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => chown(join(entry.parentPath, entry.name), uid, uid)))
  await chown(folder, uid, uid)
}

interface SpawnOptions {
  cwd: string
  uid: number
  gid: number
  env: Record<string, string>
}

/** Starts the site as this user and checks that it answers. */
const visit = async (options: SpawnOptions, dataDir: string, kind: keyof typeof GOALS) => {
  const port = await freePort()
  const begun = performance.now()
  const site = spawn('npm', ['start'], {
    ...options,
    // As a developer's machine may have it.
    env: { ...options.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'development' },
    detached: true,
  })
  let output = ''
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = once(site, 'close')
  const address = await addressIn(() => output, site)
  const home = await fetch(address)
  const ms = performance.now() - begun
  console.log(`  ${kind}: ${seconds(ms)} until the first page (goal ${seconds(GOALS[kind])})`)
  check('the first page is a page', home.status === 200 && (await home.text()).includes('<h1'), home.status)
  for (const path of ['/readyz', '/api/books/new']) {
    const { status } = await fetch(address + path)
    check(`${path} answers`, status === 200, status)
  }

  return {
    signUp: async () => {
      const email = 'user@example.org'
      const body = JSON.stringify({ username: 'user', email, password: PASSWORD, userType: 'author' })
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body })
      check('registration succeeds', status === 201, status)
      const { link } = await mailTo(email, 1, dataDir)
      check('the mail has a link to this site', link.startsWith(`${address}/auth/verify?token=`), link)
      check('the link is in the log', output.includes(link), output.slice(-500))
    },
    close: async () => {
      const server = await serverOf(site.pid ?? 0)
      process.kill(server, 'SIGTERM')
      const timer = setTimeout(() => process.kill(-(site.pid ?? 0), 'SIGKILL'), CLOSE_TIMEOUT_MS)
      const [code] = (await ended) as [number | null]
      clearTimeout(timer)
      check('SIGTERM exits with 0', code === 0, `${code} ${output.slice(-1000)}`)
      const left = await leftBehind(options.cwd, dataDir)
      check('no process is left', left.length === 0, left)
    },
  }
}

const addressIn = async (output: () => string, site: ChildProcess) => {
  const end = Date.now() + OPEN_TIMEOUT_MS
  while (Date.now() < end && site.exitCode === null) {
    const address = /^Quillhouse is open: (\S+)$/m.exec(output())?.[1]
    if (address) return address
    await pause(5)
  }
  throw new Error(`the site did not open: ${output().slice(-3000)}`)
}

/** The process that runs server/start.js below `npm start`, because npm and its shell don't pass every signal on. */
const serverOf = async (npm: number) => {
  const family = await processes()
  const isBelow = (pid: number): boolean =>
    pid === npm || (family.get(pid)?.parent ? isBelow(family.get(pid)?.parent ?? 0) : false)
  const own = [...family].find(([pid, { command }]) => command.includes('\0server/start.js') && isBelow(pid))
  if (!own) throw new Error('no server below npm start')
  return own[0]
}

/** The processes that still run in the clone or on its data. */
const leftBehind = async (clone: string, dataDir: string) => {
  const postgres = existsSync(join(dataDir, 'db/postmaster.pid')) ? ['PostgreSQL'] : []
  const others = [...(await processes()).values()].filter(
    ({ command }) => command.includes(clone) || command.includes(dataDir),
  )
  return [...postgres, ...others.map(({ command }) => command.replaceAll('\0', ' ').slice(0, 200))]
}

/** By pid: the parent, and the command line with its working directory. */
const processes = async () => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command, cwd] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
      ])
      const parent = Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0)
      return [Number(pid), { parent, command: `${command} ${cwd}` }] as const
    }),
  )
  return new Map(found)
}

const timed = async <T>(work: () => Promise<T>) => {
  const begun = performance.now()
  const result = await work()
  return { result, ms: performance.now() - begun }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

for (const user of USERS) {
  await checkFor(user).catch((error: unknown) => check(`${user.name} can run the site:`, false, error))
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

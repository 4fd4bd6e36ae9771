/**
 * Proves that a newcomer gets an open library from a fresh clone with `npm ci && npm start` and nothing else: as root
 * and as an ordinary user, below folders closed to everybody else, with an empty environment, and without install scripts.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { mailTo } from '#tests/outbox.ts'

const ROOT = join(import.meta.dirname, '..')
const ORDINARY = 65_534
const OPEN_WITHIN_MS = 120_000
const CLOSE_WITHIN_MS = 40_000
const GOALS = { 'first start, with the build': 6000, 'first start, built before': 2000, 'start on existing data': 1200 }
const PASSWORD = 'lamplight-and-ink'

interface Newcomer {
  name: string
  uid: number
  install: string[]
}

const isRoot = process.getuid?.() === 0
const NEWCOMERS: Newcomer[] = [
  { name: isRoot ? 'root' : 'this user', uid: process.getuid?.() ?? 0, install: ['ci'] },
  ...(isRoot ? [{ name: 'an ordinary user', uid: ORDINARY, install: ['ci'] }] : []),
  {
    name: 'no install scripts',
    uid: isRoot ? ORDINARY : (process.getuid?.() ?? 0),
    install: ['ci', '--ignore-scripts'],
  },
]

/** The programs of the machine, without those of this checkout. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

const run = promisify(execFile)
let passed = 0
let failed = 0

const check = (what: string, isSo: boolean, seen: unknown = '') => {
  if (isSo) passed += 1
  else failed += 1
  if (!isSo) console.log(`BAD  ${what} ${String(seen)}`)
}

const prove = async ({ name, uid, install }: Newcomer) => {
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
    await giveTo(parent, uid)
    const as = { cwd: clone, uid, gid: uid, env: { PATH, HOME: home } }
    const installed = await timed(() => run('npm', install, { ...as, maxBuffer: 64 * 1024 * 1024 }))
    console.log(`${name}: npm ${install.join(' ')} took ${seconds(installed.ms)}`)

    const first = await visit(as, dataDir, 'first start, with the build')
    await first.signUp()
    await first.close()
    const second = await visit(as, dataDir, 'start on existing data')
    await second.close()
    const third = await visit(as, join(parent, 'other-data'), 'first start, built before')
    await third.close()
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

const giveTo = async (folder: string, uid: number) => {
  if (uid === process.getuid?.()) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => chown(join(entry.parentPath, entry.name), uid, uid)))
  await chown(folder, uid, uid)
}

interface As {
  cwd: string
  uid: number
  gid: number
  env: Record<string, string>
}

/** Starts the site as this newcomer, looks at it, and returns what else can be done there. */
const visit = async (as: As, dataDir: string, kind: keyof typeof GOALS) => {
  const port = await freePort()
  const begun = performance.now()
  const site = spawn('npm', ['start'], {
    ...as,
    env: { ...as.env, PORT: String(port), DATA_DIR: dataDir },
    detached: true,
  })
  let said = ''
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(site, 'close')
  const address = await addressIn(() => said, site)
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
      const email = 'newcomer@example.org'
      const body = JSON.stringify({ username: 'newcomer', email, password: PASSWORD, userType: 'author' })
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body })
      check('registering is answered', status === 201, status)
      const { link } = await mailTo(email, 1, dataDir)
      check('the mail has a link to this site', link.startsWith(`${address}/auth/verify?token=`), link)
      check('the link is in the log', said.includes(link), said.slice(-500))
    },
    close: async () => {
      const server = await serverOf(site.pid ?? 0)
      process.kill(server, 'SIGTERM')
      const late = setTimeout(() => process.kill(-(site.pid ?? 0), 'SIGKILL'), CLOSE_WITHIN_MS)
      const [code] = (await ended) as [number | null]
      clearTimeout(late)
      check('SIGTERM ends it with 0', code === 0, `${code} ${said.slice(-1000)}`)
      const left = await leftBehind(as.cwd, dataDir)
      check('no process is left', left.length === 0, left)
    },
  }
}

const addressIn = async (said: () => string, site: ChildProcess) => {
  const end = Date.now() + OPEN_WITHIN_MS
  while (Date.now() < end && site.exitCode === null) {
    const address = /^Quillhouse is open: (\S+)$/m.exec(said())?.[1]
    if (address) return address
    await pause(5)
  }
  throw new Error(`the site did not open: ${said().slice(-3000)}`)
}

/** The process that runs server/start.js below `npm start`: npm and its shell hand signals on in ways of their own. */
const serverOf = async (npm: number) => {
  const family = await processes()
  const isBelow = (pid: number): boolean =>
    pid === npm || (family.get(pid)?.parent ? isBelow(family.get(pid)?.parent ?? 0) : false)
  const own = [...family].find(([pid, { command }]) => command.includes('node\0server/start.js') && isBelow(pid))
  if (!own) throw new Error('no server below npm start')
  return own[0]
}

/** Whatever still runs from the clone or on its data. */
const leftBehind = async (clone: string, dataDir: string) => {
  const postgres = existsSync(join(dataDir, 'db/postmaster.pid')) ? ['PostgreSQL'] : []
  const others = [...(await processes()).values()].filter(
    ({ command }) => command.includes(clone) || command.includes(dataDir),
  )
  return [...postgres, ...others.map(({ command }) => command.replaceAll('\0', ' ').slice(0, 200))]
}

/** By number: the parent, and the command with the folder that it runs in. */
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

const freePort = async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

const timed = async <T>(work: () => Promise<T>) => {
  const begun = performance.now()
  const result = await work()
  return { result, ms: performance.now() - begun }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

for (const newcomer of NEWCOMERS) {
  await prove(newcomer).catch((error: unknown) => check(`${newcomer.name} gets an open library:`, false, error))
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

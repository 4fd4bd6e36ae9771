import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSessions } from '#contract/account-settings.ts'
import { getBookFile } from '#contract/books.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, type TestSite } from '#server/testing/test-site.ts'
import { freePort } from './free-port.ts'
import { unpackPackages } from './unpack-packages.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where Debian's packages are unpacked. */
const HOME = join(ROOT, 'node_modules/.cache/proxies')
const LIBRARIES = join(HOME, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)
const HOST = 'library.example'
/** The address from which Cloudflare's proxy asks in these tests. */
const EDGE = '127.0.0.2'
/** Where visitors ask from, what they or Cloudflare say of that, and the network that a session is shown with. */
const VISITORS = [
  [EDGE, '203.0.113.9', '203.0.113.x'],
  [EDGE, '198.51.100.7, 203.0.113.9', '203.0.113.x'],
  // Who goes past Cloudflare is known by the own address.
  ['127.0.1.3', '203.0.113.9', '127.0.1.x'],
] as const
const APACHE_MODULES = ['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'proxy', 'proxy_http']

/** Apache serves nothing as root. */
const AS_NOBODY = process.getuid?.() === 0 ? 'User nobody\nGroup nogroup\n' : ''

const run = promisify(execFile)

interface Place {
  folder: string
  port: number
}

/** What a system sets beside the example, and how the program is started with it. */
const PROXIES: Record<string, { program: string; write: (example: string, place: Place) => string; args: string[] }> = {
  nginx: {
    program: 'usr/sbin/nginx',
    write: (example, { folder }) =>
      `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp {\n  access_log off;\n${[
        'client_body',
        'proxy',
        'fastcgi',
        'uwsgi',
        'scgi',
      ]
        .map((name) => `  ${name}_temp_path ${folder}/${name};\n`)
        .join('')}${example}\n}\n`,
    args: ['-c'],
  },
  caddy: {
    program: 'usr/bin/caddy',
    // It gets no certificate for a name that is not its own.
    write: (example, { folder, port }) =>
      `{\n  admin off\n  log {\n    level ERROR\n  }\n  auto_https disable_redirects\n  https_port ${port}\n}\n${example
        .replace('{\n', `{\n  tls ${folder}/library.pem ${folder}/library.key\n`)
        .replace(/reverse_proxy \S+/, `$& {\n    trusted_proxies ${EDGE}\n  }`)}`,
    args: ['run', '--adapter', 'caddyfile', '--config'],
  },
  apache: {
    program: 'usr/sbin/apache2',
    write: (example, { folder, port }) =>
      `${APACHE_MODULES.map(
        (name) => `LoadModule ${name}_module ${HOME}/usr/lib/apache2/modules/mod_${name}.so\n`,
      ).join(
        '',
      )}ServerRoot ${folder}\nServerName ${HOST}\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\nDefaultRuntimeDir ${folder}\n${AS_NOBODY}Listen 127.0.0.1:${port}\n${example}`,
    args: ['-DFOREGROUND', '-f'],
  },
  haproxy: { program: 'usr/sbin/haproxy', write: (example) => `${example}\n`, args: ['-f'] },
  lighttpd: {
    program: 'usr/sbin/lighttpd',
    write: (example, { folder, port }) =>
      `server.bind = "127.0.0.1"\nserver.upload-dirs = ("${folder}")\n${example
        .replace('server.port = 443', `server.port = ${port}`)
        .replace('"port" => 3000', `"port" => ${sitePort}`)}\n`,
    args: ['-D', '-m', join(HOME, 'usr/lib/lighttpd'), '-f'],
  },
}

const canRun = await unpackPackages(HOME, {
  names: ['nginx', 'caddy', 'apache2-bin', 'haproxy', 'lighttpd', 'lighttpd-mod-openssl'],
  own: /^Package: (?:nginx|caddy|apache2-bin|haproxy|lighttpd|lighttpd-mod-openssl)$/m,
}).then(
  () => true,
  (error: unknown) => {
    console.warn(`SKIPPED: the proxies are not installed and can't be downloaded: ${String(error)}`)
    return false
  },
)

let site: TestSite
let author: Person
let folder: string
let certificate: string
let sitePort: string

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: `127.0.0.1,${EDGE}` } })
  // A log-in from another network is told by a mail.
  await site.startJobs()
  author = await site.anAuthor()
  sitePort = new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-proxies-'))
  const [pem, key] = [join(folder, 'library.pem'), join(folder, 'library.key')]
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${HOST}`,
    '-addext',
    `subjectAltName=DNS:${HOST}`,
    '-keyout',
    key,
    '-out',
    pem,
  ])
  certificate = await readFile(pem, 'utf8')
  await writeFile(join(folder, 'library.both.pem'), certificate + (await readFile(key, 'utf8')))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

/** The example of the handbook, with the ports and the certificate of this test. */
const exampleOf = async (name: string, { port }: Place) => {
  const text = await readFile(join(ROOT, 'docs/proxies.md'), 'utf8')
  const [, example = ''] = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(text) ?? []
  expect(example).not.toBe('')
  return example
    .replaceAll('/etc/ssl', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('*:443', `127.0.0.1:${port}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
}

const start = async (name: string) => {
  const { program = '', write = (text: string) => text, args = [] } = PROXIES[name] ?? {}
  const place = { folder: join(folder, name), port: await freePort() }
  await mkdir(join(place.folder, 'logs'), { recursive: true })
  const file = join(place.folder, 'configuration')
  const example = await exampleOf(name, place)
  await writeFile(file, write(example, { ...place, folder: name === 'caddy' ? folder : place.folder }))
  const child = spawn(join(HOME, program), [...args, file], {
    env: { ...process.env, HOME: place.folder, LD_LIBRARY_PATH: LIBRARIES },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = (path: string, { method = 'GET', headers = {}, body, localAddress }: Asked = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((answered, failed) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: place.port,
          servername: HOST,
          ca: certificate,
          path,
          method,
          ...(localAddress && { localAddress }),
          headers: { host: HOST, origin: `https://${HOST}`, ...headers },
        },
        (response) =>
          void buffer(response).then(
            (received) => answered({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
            failed,
          ),
      )
      asked.on('error', failed)
      asked.end(body)
    })
  await expect.poll(() => ask('/healthz').then(({ status }) => status, String), { timeout: 20_000 }).toBe(200)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { ask, [Symbol.asyncDispose]: stop }
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** The address of this machine that asks. */
  localAddress?: string
}

const asJson = (value: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

describe.skipIf(!canRun || !existsSync(HOME)).each(Object.keys(PROXIES))('the example for %s', (name) => {
  test(
    'lets people log in and upload 10 MB, passes ranges and validation on, and tells people behind Cloudflare apart',
    { timeout: 120_000 },
    async () => {
      await using proxy = await start(name)
      const { ask } = proxy
      const login = await ask('/api/auth/login', asJson({ email: author.email, password: PASSWORD }))
      expect([login.status, String(login.body)]).toEqual([200, expect.stringContaining('token')])
      const elsewhere = await ask('/api/auth/login', { ...asJson({}), headers: { origin: 'https://other.example' } })
      expect(elsewhere.status).toBe(403)

      const form = aBookForm({ pdf: new Blob([aPdf(2), Buffer.alloc(10_000_000, '%\n')], { type: 'application/pdf' }) })
      const sent = new Response(form)
      const upload = await ask('/api/books', {
        method: 'POST',
        body: Buffer.from(await sent.arrayBuffer()),
        headers: { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${author.token}` },
      })
      expect([upload.status, String(upload.body).slice(0, 80)]).toEqual([201, expect.any(String)])
      const { _id: id } = (JSON.parse(String(upload.body)) as { book: { _id: string } }).book

      const { url } = await site.api(author)(getBookFile, { params: { id } })
      const { pathname, search } = new URL(url, `https://${HOST}`)
      const part = await ask(pathname + search, { headers: { range: 'bytes=1000-1999' } })
      expect([part.status, part.body.length, part.headers['content-range']]).toEqual([
        206,
        1000,
        expect.stringMatching(/^bytes 1000-1999\/10\d{6}$/),
      ])
      const list = await ask('/api/books/new')
      const etag = String(list.headers['etag'])
      expect([list.status, etag]).toEqual([200, expect.stringMatching(/"/)])
      expect((await ask('/api/books/new', { headers: { 'if-none-match': etag } })).status).toBe(304)

      for (const [localAddress, forwarded, expected] of VISITORS) {
        const asked = asJson({ email: author.email, password: PASSWORD })
        const headers = { ...asked.headers, 'x-forwarded-for': forwarded }
        const { token } = JSON.parse(
          String((await ask('/api/auth/login', { ...asked, headers, localAddress })).body),
        ) as Person
        const sessions = await site.api({ token })(listSessions)
        expect(sessions.find(({ isCurrent }) => isCurrent)?.network, forwarded).toBe(expected)
      }
    },
  )
})

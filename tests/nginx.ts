import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
/** Where Debian's package is unpacked if nginx is not installed. */
const UNPACKED = join(ROOT, 'node_modules/.cache/nginx')
const DOWNLOAD_MS = 60_000

/** The path of nginx, installed or unpacked from Debian's package. Undefined, with a warning, where neither is possible. */
export const findNginx = async (): Promise<string | undefined> => {
  const installed = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) =>
    join(folder, 'nginx'),
  )
  const found = [...installed, join(UNPACKED, 'usr/sbin/nginx')].find((path) => existsSync(path))
  if (found) return found
  try {
    return await unpackNginx()
  } catch (error) {
    console.warn(`WARNING: nginx is not installed and can't be downloaded, so its tests are skipped: ${String(error)}`)
    return undefined
  }
}

const unpackNginx = async () => {
  await mkdir(join(ROOT, 'node_modules/.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cache/nginx-'))
  try {
    await run('apt-get', ['download', 'nginx'], { cwd: folder, timeout: DOWNLOAD_MS })
    await run('sh', ['-c', 'dpkg -x nginx_*.deb unpacked'], { cwd: folder })
    const path = 'usr/sbin/nginx'
    await run(join(folder, 'unpacked', path), ['-v'])
    // Another run may have been faster.
    await rename(join(folder, 'unpacked'), UNPACKED).catch(() => {})
    return join(UNPACKED, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts an nginx on a free port of this machine. `http` is the content of its http block. */
export const startNginx = async (nginx: string, http: (port: number, folder: string) => string) => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configOf(folder, http(port, folder)))
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilListening(port)
  } catch (error) {
    await stop()
    throw error
  }
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

/** Starts nginx with the configuration of `docs/nginx.conf`, or an edited one, in front of processes on these ports. */
export const startSharedCache = async (nginx: string, ports: number[], edit = (text: string) => text) => {
  const documented = edit(await readFile(join(ROOT, 'docs/nginx.conf'), 'utf8'))
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ')
  return startNginx(nginx, (port, folder) =>
    documented
      .replaceAll(/(?: *server 127\.0\.0\.1:\d+ .*;\n)+/g, `${servers}\n`)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('/var/cache/nginx', folder),
  )
}

const configOf = (folder: string, http: string) => `
  daemon off; pid ${folder}/pid; worker_processes auto; error_log stderr crit;
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  events { worker_connections 1024; }
  http {
    access_log off; keepalive_requests 100000000;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
    ${http}
  }`

const waitUntilListening = async (port: number) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error('nginx did not start')
}

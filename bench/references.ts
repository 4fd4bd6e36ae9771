import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Site } from './library.ts'

const BARE_FASTIFY = join(import.meta.dirname, 'bare-fastify.ts')
const BARE_RATING = join(import.meta.dirname, 'bare-rating.ts')
const [NGINX_FROM_PORT, NGINX_PORTS] = [20_000, 20_000]

/** Runs `work` with a bare Fastify that serializes `answer` for each request. */
export const withBareFastify = async <T>(answer: string, work: (address: string) => Promise<T>): Promise<T> => {
  const child = spawn(process.execPath, [BARE_FASTIFY], {
    env: { BENCH_ANSWER: answer, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => resolve(String(chunk).replace('listening: ', '').trim()))
      child.once('exit', () => reject(new Error('the reference did not start')))
    })
    return await work(address)
  } finally {
    child.kill()
  }
}

/** Ratings a second, with the same statement through `pg` alone. */
export const bareRating = async ({ database, readers }: Site, books: string[], seconds: number): Promise<number> => {
  const env = { BENCH_RATING: JSON.stringify({ database, seconds, readers, books }) }
  const { stdout } = await promisify(execFile)(process.execPath, [BARE_RATING], { env })
  return Number(stdout)
}

const findNginx = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path))

/** Runs `work` with an nginx that serves a folder; undefined if there is no nginx. */
export const withNginx = async <T>(root: string, work: (address: string) => Promise<T>): Promise<T | undefined> => {
  const path = findNginx()
  if (!path) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-nginx-'))
  const port = NGINX_FROM_PORT + Math.floor(Math.random() * NGINX_PORTS)
  await writeFile(join(folder, 'nginx.conf'), configOf(folder, root, port))
  const child = spawn(path, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntilListening(port)
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

/** The fastest way to serve files: sendfile, one process for each core, no log. */
const configOf = (folder: string, root: string, port: number) => `
  daemon off; pid ${folder}/pid; worker_processes auto; error_log stderr crit;
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  events { worker_connections 512; }
  http {
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=1000;
    types { application/pdf pdf; image/webp webp; image/avif avif; }
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
    server { listen 127.0.0.1:${port}; root ${root}; }
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

import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findNginx, startNginx } from '#tests/nginx.ts'
import type { Site } from './library.ts'

const BARE_FASTIFY = join(import.meta.dirname, 'bare-fastify.ts')
const BARE_RATING = join(import.meta.dirname, 'bare-rating.ts')

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

/** Runs `work` with an nginx that serves a folder; undefined if there is no nginx. */
export const withNginx = async <T>(root: string, work: (address: string) => Promise<T>): Promise<T | undefined> => {
  const path = await findNginx()
  if (!path) return undefined
  const nginx = await startNginx(path, (port) => fileServer(port, root))
  try {
    return await work(nginx.address)
  } finally {
    await nginx.stop()
  }
}

/** The fastest way to serve files: sendfile and no log. */
const fileServer = (port: number, root: string) => `
  sendfile on; tcp_nopush on; open_file_cache max=1000;
  types { application/pdf pdf; image/webp webp; image/avif avif; }
  server { listen 127.0.0.1:${port}; root ${root}; }`

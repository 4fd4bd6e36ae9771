import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AssetManifest, readerAssets } from './reader-assets.ts'

const TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const CACHED_FOR_A_DAY = 'public, max-age=86400'
const REVALIDATED = 'no-cache'

/** Serves files whose names never change: icons, the service worker. */
export const serveStaticFiles = async (app: FastifyInstance, folder: string) => {
  const names = await Array.fromAsync(glob('{*.*,icons/*.*}', { cwd: folder }))
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8')
  const constants = workerConstants(manifest)
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const bytes = await readFile(join(folder, name))
    const isImage = type.startsWith('image/')
    app.get(`/${name}`, { config: { access: 'open' } }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', isImage ? CACHED_FOR_A_DAY : REVALIDATED)
        .send(name === 'service-worker.js' ? constants + bytes.toString() : bytes),
    )
  }
}

/** Browsers install a service worker again when its bytes differ. */
const workerConstants = (manifest: string) => {
  const build = createHash('sha256').update(manifest).digest('hex').slice(0, 16)
  const assets = readerAssets(JSON.parse(manifest) as AssetManifest)
  return `const BUILD='${build}',READER_ASSETS=${JSON.stringify(assets)};`
}

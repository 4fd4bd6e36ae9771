import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { manifestOf } from './built-pages.ts'
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
export const serveStaticFiles = async (app: FastifyInstance, folder: string, languages: readonly Language[]) => {
  const names = await Array.fromAsync(glob('{*.*,icons/*.*}', { cwd: folder }))
  const manifests = await Promise.all(
    languages.map(
      async (language) => [language.path, await readFile(join(folder, manifestOf(language)), 'utf8')] as const,
    ),
  )
  const build = createHash('sha256').update(JSON.stringify(manifests)).digest('hex').slice(0, 16)
  // Browsers install a service worker again when its bytes differ.
  const constants = `const BUILD='${build}';`
  for (const [path, manifest] of manifests) {
    const assets = readerAssets(JSON.parse(manifest) as AssetManifest)
    app.get(`${path}/reader-assets.json`, { config: { access: 'open' } }, async (_request, reply) =>
      reply.header('cache-control', REVALIDATED).send(assets),
    )
  }
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

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ENGLISH, type Language, LANGUAGES } from '#contract/shapes/languages.ts'
import { manifestOf, STAMP } from './built-pages.ts'
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
  const english = await readFile(join(folder, manifestOf(ENGLISH)), 'utf8')
  const sources = existsSync(STAMP) ? await readFile(STAMP, 'utf8') : ''
  // Browsers install a service worker again when its bytes differ.
  const build = createHash('sha256').update(english).update(sources.split(' ', 1).join()).digest('hex').slice(0, 16)
  const constants = `const BUILD='${build}';`
  for (const language of LANGUAGES) serveReaderAssets(app, language, join(folder, manifestOf(language)))
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

/** The files that the reader may load in a language, once that is built. */
const serveReaderAssets = (app: FastifyInstance, { path }: Language, manifest: string) =>
  app.get(`${path}/reader-assets.json`, { config: { access: 'open' } }, async (_request, reply) => {
    if (!existsSync(manifest)) return reply.callNotFound()
    const assets = readerAssets(JSON.parse(await readFile(manifest, 'utf8')) as AssetManifest)
    return reply.header('cache-control', REVALIDATED).send(assets)
  })

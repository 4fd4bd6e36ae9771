import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { appFileName } from './app-file-name.ts'

const FOLDER = 'app'
const NAME = /^[\da-f-]{36}\.apk$/
export const APK_TYPE = 'application/vnd.android.package-archive'
const YEAR_SECONDS = 31_536_000
/** Longer than any upload takes. */
const GRACE_MS = 60 * 60_000

/** An APK is a zip archive that contains this file. */
const ZIP = Buffer.from(ZIP_SIGNATURE, 'latin1')
const MANIFEST = 'AndroidManifest.xml'

/** Stores an APK, then calls `write` with its URL for the settings. If that fails, the sweep removes the file. */
export const storeApp = async <T>(
  { storage }: Services,
  file: UploadedFile,
  write: (url: string) => Promise<T>,
): Promise<T> => {
  const bytes = await readFile(file.path)
  if (!bytes.subarray(0, ZIP.length).equals(ZIP) || !bytes.includes(MANIFEST))
    throw new Problem('notApk', { errors: { appFile: 'Please select an APK file' } })
  const name = `${randomUUID()}.apk`
  await storage.put(`${FOLDER}/${name}`, file.path)
  return write(`/files/${FOLDER}/${name}`)
}

/** Removes APKs that the settings don't name: replaced ones, and those of failed uploads. */
export const sweepApps = async (services: Services, olderThan = new Date(Date.now() - GRACE_MS)): Promise<void> => {
  const { appFile } = await readSiteSettings(services)
  for await (const { key, changedAt } of services.storage.list(FOLDER)) {
    if (`/files/${key}` !== appFile && changedAt < olderThan) await services.storage.remove(key)
  }
}

/** Downloads of the app. A replaced APK is served until it is swept, so that a resumed download can finish. */
export const appFileRoutes = (app: FastifyInstance, services: Services) => {
  app.get<{ Params: { name: string } }>('/files/app/:name', async ({ params: { name }, method }, reply) => {
    const key = `${FOLDER}/${name}`
    const size = NAME.test(name) ? await services.storage.size(key) : undefined
    if (size === undefined) throw new Problem('notFound')
    const { siteName, appVersion } = await readSiteSettings(services)
    reply.headers({
      'content-type': APK_TYPE,
      'content-length': size,
      'content-disposition': `attachment; filename="${appFileName(siteName, appVersion)}"`,
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
    })
    return method === 'HEAD' ? reply.send() : reply.send(services.storage.read(key))
  })
}

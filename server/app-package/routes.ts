import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/apps.ts'
import { APP_FOLDER } from '#contract/values/apps.ts'
import { Problem } from '#contract/api/problems.ts'
import { requestedPart, sendNothing } from '#server/platform/http/response/requested-part.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { SiteSettingsCache } from '#server/site/site-settings.ts'
import { appFileName } from './app-file-name.ts'
import { removeIcon, removeKey, setIcon, setKey } from './change-app.ts'
import { APK_TYPE } from './own-file.ts'
import { readApp, readAppState } from './site-app.ts'

const OPEN = { config: { access: 'open' } } as const
const ANY_RIGHT = ['delegate_permission/common.handle_all_urls']

export const appPackageRoutes = (serve: Serve, services: Services, site: SiteSettingsCache) => {
  serve(calls.getApp, async () => ({ app: (await readApp(services, await site.read())) ?? null }))
  serve(calls.getAppState, async () => ({ success: true as const, data: await readAppState(services) }))
  serve(calls.setAppIcon, ({ body, caller }) => setIcon(services, caller, body.image))
  serve(calls.removeAppIcon, ({ caller }) => removeIcon(services, caller))
  serve(calls.setAppKey, ({ body, caller }) => setKey(services, caller, body.pem))
  serve(calls.removeAppKey, ({ caller }) => removeKey(services, caller))
}

/** The app that the site has made: its file, what installed apps ask for, and what Android asks for its links. */
export const appPackageFiles = (app: FastifyInstance, services: Services, site: SiteSettingsCache) => {
  const current = async () => readApp(services, await site.read())
  let last: { sha256: string; apk: Buffer } | undefined
  const readFile = async (sha256: string) =>
    last?.sha256 === sha256
      ? last
      : (last = await services.db.selectFrom('appPackages').select(['apk', 'sha256']).executeTakeFirstOrThrow())

  app.get(`${APP_FOLDER}version.json`, OPEN, async (_request, reply) => {
    const made = await current()
    if (!made) throw new Problem('notFound')
    const { versionCode, versionName, url } = made
    return reply.header('cache-control', 'no-cache').send({ versionCode, versionName, url })
  })

  app.get('/.well-known/assetlinks.json', OPEN, async (_request, reply) => {
    const made = await current()
    const links = made ? [{ relation: ANY_RIGHT, target: targetOf(made) }] : []
    return reply.header('cache-control', 'no-cache').send(links)
  })

  app.get<{ Params: { name: string } }>(`${APP_FOLDER}:name`, OPEN, async (request, reply) => {
    const made = await current()
    if (!made || !request.params.name.endsWith('.apk')) throw new Problem('notFound')
    // A printed code may have an earlier name of the site.
    if (APP_FOLDER + request.params.name !== made.url)
      return reply.header('cache-control', 'no-cache').redirect(made.url)
    const { apk, sha256 } = await readFile(made.sha256)
    const { siteName } = await site.read()
    reply.headers({
      'content-type': APK_TYPE,
      'content-disposition': `attachment; filename="${appFileName(siteName, made.versionName)}"`,
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    })
    const part = requestedPart(request, reply, apk.length)
    return part ? reply.send(apk.subarray(part.first, part.last + 1)) : sendNothing(reply)
  })
}

const targetOf = ({ packageId, certificateSha256 }: calls.AppPackage) => ({
  namespace: 'android_app',
  package_name: packageId,
  sha256_cert_fingerprints: [certificateSha256.toUpperCase().match(/../g)?.join(':')],
})

import fastifyStatic from '@fastify/static'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApi } from '#contract/client.ts'
import type { Services } from '#server/platform/services.ts'
import type { Settings } from '#server/platform/settings.ts'
import { CLIENT, type Pages } from './built-pages.ts'
import { flat, pagePolicy, securityHeaders } from './headers.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { serveStaticFiles } from './static-files.ts'
import { bodyFrom } from './content-negotiation.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const YEAR_MS = 31_536_000_000
const BROTLI_QUALITY = 4

/** Serves every page by its URL, and the files that pages are made of. */
export const servePages = async (app: FastifyInstance, { settings, ready }: Services, pages: Pages) => {
  const policyFor = policies(pages.INLINE_SCRIPT, settings.filesOrigin)
  const common = {
    ...securityHeaders(settings.publicUrl),
    'content-type': 'text/html; charset=utf-8',
  }
  const api = createApi(inProcessFetch(app))

  await app.register(fastifyStatic, {
    root: join(CLIENT, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    decorateReply: false,
    index: false,
  })
  await serveStaticFiles(app, CLIENT)
  app.get('/*', async (request, reply) => {
    const begunIn = ready.generation()
    const rendered = await pages.render({
      url: urlOf(request),
      api,
      origin: settings.publicUrl,
      contact: contactOf(settings),
      built: pages.built,
    })
    if ('location' in rendered) return reply.code(rendered.status).header('location', rendered.location).send()
    const headers = {
      ...common,
      'content-security-policy': policyFor(rendered.style),
      ...(rendered.noindex && { 'x-robots-tag': 'noindex' }),
      ...(request.url.startsWith('/auth/') && { 'referrer-policy': 'no-referrer' }),
    }
    reply.headers({ ...headers, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
    const form = await compressed(request, rendered.html)
    if (rendered.status === 200) {
      const body = bodyFrom(rendered.html)
      const answer = {
        body,
        headers: flat(headers),
        audience: 'everyone' as const,
        privateToTokens: false,
        ...(form && { forms: { [form.encoding]: form.bytes } }),
      }
      ready.keep(request.raw.url ?? '', begunIn, answer)
      reply.header('etag', body.etag)
    }
    if (form) reply.header('content-encoding', form.encoding)
    return reply.code(rendered.status).send(form?.bytes ?? rendered.html)
  })
}

/** The policy of pages with that style: as many as there are kinds of page, each made once. */
const policies = (script: string, filesOrigin: string | undefined) => {
  const made = new Map<string, string>()
  return (style: string) => {
    const policy = made.get(style) ?? pagePolicy({ script: sha256(script), style: sha256(style) }, filesOrigin)
    made.set(style, policy)
    return policy
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Pages made anew from their sources at each request, with hot reload; for developers. */
export const serveDevelopmentPages = async (app: FastifyInstance, { settings }: Services) => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  const api = createApi(inProcessFetch(app))
  app.addHook('onClose', () => vite.close())
  app.get('/*', async (request, reply) => {
    const handled = await new Promise<boolean>((resolve) => {
      reply.raw.once('finish', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, () => resolve(false))
    })
    if (handled) return reply.hijack()
    const { render } = (await vite.ssrLoadModule('/web/render.tsx')) as Pages
    const rendered = await render({
      url: urlOf(request),
      api,
      origin: settings.publicUrl,
      contact: contactOf(settings),
    })
    if ('location' in rendered) return reply.code(rendered.status).header('location', rendered.location).send()
    return reply.code(rendered.status).type('text/html; charset=utf-8').send(rendered.html)
  })
}

/** Who writes the house's letters also reads those that come. */
const contactOf = ({ mailFrom }: Settings) => /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom

const urlOf = (request: FastifyRequest) =>
  new URL(request.url.replace(/^\/+/, '/'), `${request.protocol}://${request.host || 'localhost'}`)

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const compressed = async (request: FastifyRequest, html: string) => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
    return { encoding: 'br', bytes: await toBrotli(html, { params }) } as const
  }
  if (/\bgzip\b/.test(accepted)) return { encoding: 'gzip', bytes: await toGzip(html) } as const
  return undefined
}

import fastifyStatic from '@fastify/static'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApi } from '#contract/api/client.ts'
import { AS_BROWSER } from '#contract/shapes/languages.ts'
import { pathOnSite } from '#contract/api/next-path.ts'
import type { Services } from '#server/platform/services.ts'
import { createWorkQueue } from '#server/platform/work-queue.ts'
import { type BuiltPages, CLIENT, type Pages } from './built-pages.ts'
import { flat, pagePolicy, securityHeaders } from '#server/platform/http/response/headers.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import {
  inLanguage,
  languageCookie,
  noLanguageCookie,
  offeredLanguages,
  readersLanguage,
  type SiteLanguages,
  splitPath,
} from './page-language.ts'
import { serveStaticFiles } from './static-files.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import { createSingleFlight, WITHOUT_LIMIT } from '#server/platform/database/single-flight.ts'
import { admitRendering } from '#server/platform/http/request/admission.ts'
import {
  acceptedEncoding,
  compressBody,
  type ResponseBody,
  sendFinished,
  toBody,
  visitorCaching,
} from '#server/platform/http/response/content-negotiation.ts'
import { collectDependencies, currentPage } from '#server/platform/http/response-cache/page-dependencies.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** What the language of a page depends on. */
const LANGUAGE_HEADERS = 'accept-language, cookie'
const YEAR_MS = 31_536_000_000
/** Each takes ten milliseconds of the processor, and waits for the database in between. */
const RENDERINGS = { concurrency: 4, minQueue: 16 }

/** Serves every page by its URL, and the files that pages are made of. */
export const servePages = async (
  app: FastifyInstance,
  { settings, siteUrl, cache, limiter }: Services,
  { pagesIn, languages: built }: BuiltPages,
  readSite: () => Promise<SiteLanguages>,
) => {
  const languages = offeredLanguages(built, readSite)
  const policiesIn = new Map<Pages, ReturnType<typeof policies>>()
  const policyFor = (pages: Pages, style: string) => {
    const made = policiesIn.get(pages) ?? policies(pages, settings.filesOrigin)
    policiesIn.set(pages, made)
    return made(style)
  }
  const common = { ...securityHeaders(settings.publicUrl), 'content-type': 'text/html; charset=utf-8' }
  const caching = visitorCaching(settings.sharedCacheSeconds)
  const fetchInProcess = inProcessFetch(app)
  const api = createApi((path, init) => withinDatabaseTime(() => fetchInProcess(path, init)))
  const queue = createWorkQueue(RENDERINGS)
  const oneAtATime = createSingleFlight(WITHOUT_LIMIT)

  const render = async (pages: Pages, url: URL) => {
    const begunAt = cache.moment()
    const { result, from } = await collectDependencies(() =>
      pages.render({
        url,
        api,
        origin: siteUrl.current(),
        contact: settings.contact,
        built: pages.built,
        isForVisitors: () => currentPage()?.isForVisitors ?? false,
      }),
    )
    return { begunAt, rendered: result, from }
  }

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
  app.get<ChoiceOfLanguage>('/language/:tag', { config: { access: 'open' } }, async (request, reply) => {
    const { offered } = await languages()
    const chosen = offered.find(({ tag }) => tag === request.params.tag)
    const { next } = request.query
    const path = (typeof next === 'string' ? pathOnSite(next) : undefined) ?? pageBefore(request)
    const isSecure = settings.publicUrl?.startsWith('https:') ?? false
    return reply
      .code(303)
      .headers({
        location: chosen ? inLanguage(chosen, path) : path,
        'cache-control': 'no-store',
        ...(chosen && { 'set-cookie': languageCookie(chosen, isSecure) }),
        ...(request.params.tag === AS_BROWSER && { 'set-cookie': noLanguageCookie(isSecure) }),
      })
      .send()
  })
  app.get('/*', async (request, reply) => {
    const asked = urlOf(request)
    const { language, pagePath } = splitPath(asked.pathname)
    const site = await languages()
    const accepts = (headers: IncomingHttpHeaders) => readersLanguage(headers, language, site) === language
    const readers = readersLanguage(request.headers, language, site)
    if (readers !== language) {
      return reply
        .code(302)
        .headers({
          location: inLanguage(readers, pagePath) + asked.search,
          'cache-control': 'no-store',
          vary: LANGUAGE_HEADERS,
        })
        .send()
    }
    const pages = await pagesIn(language)
    const url = pages.canonicalUrl(asked)
    const key = url.pathname + url.search
    const known = request.raw.url === key ? undefined : cache.peek(key)
    if (known) return sendFinished(known, request, reply)
    admitRendering(limiter, request)
    const hasSecret = url.searchParams.has('token')
    const { begunAt, rendered, from } = await oneAtATime(url.href, async () => {
      queue.assertRoom('read')
      return queue.run(() => render(pages, url))
    })
    if ('location' in rendered || rendered.status !== 200) reply.header('cache-control', 'no-store')
    if ('location' in rendered) return reply.code(rendered.status).header('location', rendered.location).send()
    const headers = {
      ...common,
      'content-security-policy': policyFor(pages, rendered.style),
      ...(rendered.noindex && { 'x-robots-tag': 'noindex' }),
      ...(pagePath.startsWith('/auth/') && { 'referrer-policy': 'no-referrer' }),
    }
    if (rendered.status !== 200) return reply.code(rendered.status).headers(headers).send(rendered.html)
    const response = {
      body: bodies.get(rendered) ?? toBody(rendered.html),
      headers: flat(headers),
      cacheControl: hasSecret ? 'no-store' : caching,
      isCompressible: true,
      varies: LANGUAGE_HEADERS,
    }
    bodies.set(rendered, response.body)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding) await compressBody(response.body, encoding)
    if (from.isCacheable && !hasSecret)
      cache.store(key, begunAt, { ...response, audience: 'everyone', accepts, ...from.lifetime })
    return sendFinished(response, request, reply)
  })
}

/** Requests that shared one rendering share its body. */
const bodies = new WeakMap<object, ResponseBody>()

/** The policy of pages with that inline style: there are as many as kinds of page, each built once. */
const policies = ({ INLINE_SCRIPT, BOOK_AGENT_HASH }: Pages, filesOrigin: string | undefined) => {
  const script = sha256(INLINE_SCRIPT)
  const made = new Map<string, string>()
  return (style: string) => {
    const policy = made.get(style) ?? pagePolicy({ script, agent: BOOK_AGENT_HASH, style: sha256(style) }, filesOrigin)
    made.set(style, policy)
    return policy
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Renders pages from their sources at each request, with hot reload; for development. */
export const serveDevelopmentPages = async (app: FastifyInstance, { settings, siteUrl }: Services) => {
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
      origin: siteUrl.current(),
      contact: settings.contact,
    })
    if ('location' in rendered) return reply.code(rendered.status).header('location', rendered.location).send()
    return reply.code(rendered.status).type('text/html; charset=utf-8').send(rendered.html)
  })
}

/** The path, without the language, of the page of this site that led here. */
interface ChoiceOfLanguage {
  Params: { tag: string }
  /** The page that comes next, by its English address; without it, the page before. */
  Querystring: { next?: unknown }
}

const pageBefore = (request: FastifyRequest) => {
  const before = URL.parse(request.headers.referer ?? '')
  const path = before?.host === request.host ? pathOnSite(before.pathname + before.search) : undefined
  return splitPath(path ?? '/').pagePath
}

const urlOf = (request: FastifyRequest) =>
  new URL(request.url.replace(/^\/+/, '/'), `${request.protocol}://${request.host || 'localhost'}`)

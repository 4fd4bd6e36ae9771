import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getBook } from '#contract/books.ts'
import { type Api, createApi } from '#contract/api/client.ts'
import { Problem } from '#contract/api/problems.ts'
import { getSiteSettings } from '#contract/site.ts'
import { tokenFinder } from '#server/accounts/api-tokens/find-token.ts'
import { readExtras } from '#server/books/read-extras.ts'
import type { Sign } from '#server/books/read-book.ts'
import { admitRendering } from '#server/platform/http/request/admission.ts'
import type { Caller } from '#server/platform/http/request/caller-access.ts'
import { asCaller, inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { sendFinished, toBody, visitorCaching } from '#server/platform/http/response/content-negotiation.ts'
import { API_POLICY, flat, securityHeaders } from '#server/platform/http/response/headers.ts'
import { collectDependencies } from '#server/platform/http/response-cache/page-dependencies.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import type { Services } from '#server/platform/services.ts'
import { createTimes } from '#server/site/feed-times.ts'
import { type FindTexts, LANGUAGE_HEADER } from '#server/site/readers-texts.ts'
import { acceptedVersion } from './accepted-version.ts'
import { authenticationDocument, orAskForLogin } from './authentication.ts'
import { AUTHENTICATION, type Catalog, type Place, type Publication, ROOTS, SEARCH, type Version } from './catalog.ts'
import { coverRoute, fileRoute } from './files.ts'
import { FEEDS } from './feeds.ts'
import type { Asked } from './read-catalog.ts'
import * as opds1 from './write-opds1.ts'
import * as opds2 from './write-opds2.ts'

/** For whom a request of a reading app is answered, and what it is answered with. */
interface Opened {
  /** Null for a visitor. */
  caller: Caller | null
  place: Place
  /** The API as this person sees it. */
  api: Api
}

/** Finds out who asks, and asks for a login where the answer needs one. */
export type OpenAsked = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (opened: Opened) => Promise<FastifyReply>,
) => Promise<FastifyReply>

interface Options {
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  sign: Sign
  findTexts: FindTexts
}

/** A document with its address below the origin, which is that of its content. */
interface Made {
  self: string
  type: string
  text: string
}

const PERSONAL = /^\/(?:my|lists)(?:\/|$)/

/** The catalog for reading apps, in both versions of OPDS, as its reader sees the library on the site. */
export const opdsRoutes = (app: FastifyInstance, services: Services, { authenticate, sign, findTexts }: Options) => {
  const { settings, siteUrl, cache, limiter, now, db } = services
  const fetchInProcess = inProcessFetch(app)
  const api = createApi((path, init) => withinDatabaseTime(() => fetchInProcess(path, init)))
  const common = { ...securityHeaders(settings.publicUrl), 'content-security-policy': API_POLICY }
  const timeOf = createTimes(now)

  const { personByToken } = tokenFinder(services)

  /** By the session of the site, or by a token that is for feeds. */
  const findReader = async (request: FastifyRequest): Promise<Caller | null> => {
    const { authorization = '' } = request.headers
    if (!/^Bearer /i.test(authorization)) return (await personByToken(request, 'feeds')) ?? null
    const caller = await authenticate(request)
    return caller?.scopes && !caller.scopes.includes('feeds') ? null : caller
  }

  const readPlace = async ({ headers }: FastifyRequest): Promise<Place> => {
    const [{ siteName, libraryAccess }, { texts }] = await Promise.all([api(getSiteSettings), findTexts(headers)])
    return { origin: siteUrl.current(), siteName, isOpen: libraryAccess === 'everyone', texts }
  }

  const open: OpenAsked = (request, reply, answer) =>
    orAskForLogin(
      request,
      reply,
      () => readPlace(request),
      async () => {
        const isNamed = request.headers.authorization !== undefined
        const caller = isNamed ? await findReader(request) : null
        // An app with a wrong token would otherwise show what visitors see, and its reader would think it logged in.
        if (isNamed && !caller) throw new Problem('unauthenticated')
        return asCaller(caller, async () => answer({ caller, place: await readPlace(request), api }))
      },
    )

  /** Sends what is made with the API; what visitors get is stored for the next of them. */
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    make: (opened: Opened) => Promise<Made>,
    vary?: string,
  ) => {
    admitRendering(limiter, request)
    const begunAt = cache.moment()
    return open(request, reply, async (opened) => {
      const { result, from } = await collectDependencies(() => make(opened))
      const { self, type, text } = result
      const body = toBody(text)
      const isPublic = opened.caller === null && from.isCacheable
      const modifiedAt = isPublic ? timeOf(`${opened.place.texts.language.tag} ${self}`, body.etag) : undefined
      const response = {
        body,
        ...(modifiedAt !== undefined && { modifiedAt }),
        headers: flat({ ...common, 'content-type': type, ...(vary && { vary }) }),
        cacheControl: isPublic ? visitorCaching(settings.sharedCacheSeconds) : 'private, no-cache',
        isPrivateToTokens: true,
        isCompressible: true,
        varies: LANGUAGE_HEADER,
      }
      const { accepts } = await findTexts(request.headers)
      const audience = from.isForVisitors ? 'visitors' : 'everyone'
      if (isPublic && !vary && request.method === 'GET' && request.url === self)
        cache.store(self, begunAt, { ...response, audience, accepts, ...from.lifetime })
      return sendFinished(response, request, reply)
    })
  }

  const readOf = (ids: string[]) => withinDatabaseTime(() => readExtras(db, ids))

  const makeFeed = async (version: Version, path: string, request: FastifyRequest, { place, api }: Opened) => {
    const asked: Asked = {
      api,
      readExtras: readOf,
      params: request.params as Asked['params'],
      query: queryOf(request),
      texts: place.texts,
    }
    const catalog = await (FEEDS[path] as (typeof FEEDS)[string])(asked)
    return writeFeed(version, catalog, place)
  }

  for (const version of [1, 2] as const) {
    const root = ROOTS[version]
    for (const path of Object.keys(FEEDS))
      app.get(root + path, { config: { access: PERSONAL.test(path) ? 'member' : 'library' } }, (request, reply) =>
        send(request, reply, (opened) => makeFeed(version, path, request, opened)),
      )
    app.get<{ Params: { id: string } }>(`${root}/books/:id`, { config: { access: 'open' } }, (request, reply) =>
      send(request, reply, async ({ place, api }) => {
        const book = await api(getBook, { params: { id: request.params.id } })
        const extras = (await readOf([book._id])).get(book._id)
        if (!extras) throw new Problem('bookNotFound')
        return writePublication(version, { ...book, ...extras }, place)
      }),
    )
  }
  for (const path of ['/opds', '/opds/'])
    app.get(path, { config: { access: 'library' } }, (request, reply) =>
      send(
        request,
        reply,
        (opened) => makeFeed(acceptedVersion(request.headers.accept), '', request, opened),
        'accept',
      ),
    )
  app.get(SEARCH.path, { config: { access: 'open' } }, (request, reply) =>
    send(request, reply, async ({ place }) => ({
      self: SEARCH.path,
      type: `${SEARCH.type}; charset=utf-8`,
      text: opds1.writeSearchDescription(place),
    })),
  )
  app.get(AUTHENTICATION.path, { config: { access: 'open' } }, (request, reply) =>
    send(request, reply, async ({ place }) => ({
      self: AUTHENTICATION.path,
      type: AUTHENTICATION.type,
      text: authenticationDocument(place),
    })),
  )
  coverRoute(app, services)
  fileRoute(app, services, { sign, open })
  app.get('/opds/*', { config: { access: 'open' } }, async () => {
    throw new Problem('notFound')
  })
}

const writeFeed = (version: Version, catalog: Catalog, place: Place): Made => ({
  self: ROOTS[version] + catalog.path,
  ...(version === 1
    ? { type: `${opds1.feedType(catalog.kind)};charset=utf-8`, text: opds1.writeFeed(catalog, place) }
    : { type: opds2.FEED_TYPE, text: opds2.writeFeed(catalog, place) }),
})

const writePublication = (version: Version, book: Publication, place: Place): Made => ({
  self: `${ROOTS[version]}/books/${book._id}`,
  ...(version === 1
    ? { type: `${opds1.ENTRY_TYPE};charset=utf-8`, text: opds1.writeEntry(book, place) }
    : { type: opds2.PUBLICATION_TYPE, text: opds2.writePublication(book, place) }),
})

/** The parameters that feeds know, without empty ones, which clients send for what a template leaves open. */
const queryOf = ({ query }: FastifyRequest): Asked['query'] => {
  const entries = Object.entries(query as Record<string, unknown>).filter(([name]) => NAMES.has(name))
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (typeof value !== 'string') throw new Problem('invalid')
      return value === '' ? [] : [[name, value]]
    }),
  )
}

const NAMES = new Set(['page', 'after', 'genre', 'language', 'licence', 'query'])

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getNewestByAuthor } from '#contract/authors.ts'
import { type Book, listBooks, listGenreBooks, newBooks } from '#contract/books.ts'
import { type Api, createApi } from '#contract/api/client.ts'
import { tagKey } from '#contract/shapes/detail-fields.ts'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import { premiumBooks } from '#contract/premium.ts'
import { Problem } from '#contract/api/problems.ts'
import { getSeries } from '#contract/series.ts'
import { getSiteSettings } from '#contract/site.ts'
import { admitRendering } from '#server/platform/http/request/admission.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { sendFinished, toBody, visitorCaching } from '#server/platform/http/response/content-negotiation.ts'
import { API_POLICY, flat, securityHeaders } from '#server/platform/http/response/headers.ts'
import { collectDependencies } from '#server/platform/http/response-cache/page-dependencies.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { atomOf, type Feed } from './atom.ts'
import { createTimes } from './feed-times.ts'
import { type FindTexts, LANGUAGE_HEADER } from './readers-texts.ts'

const ENTRIES = 30
const query = { limit: ENTRIES }
const toBook = (id: string) => `/books/${id}`

/** The parameters of its address; one that it does not have is empty. */
interface Asked {
  name: string
  id: string
  genre: string
  tag: string
}

/** A feed, read through the API as a visitor: of what `title` names, with the path of its page. */
type Read = (
  api: Api,
  asked: Asked,
  texts: Texts,
) => Promise<Omit<Feed, 'self' | 'bookPath' | 'books'> & { books: Book[]; self?: string; bookPath?: Feed['bookPath'] }>

const FEEDS: Record<string, Read> = {
  '/feed.xml': async (api, _asked, { catalogs }) => ({
    title: catalogs.FEED_TITLES.newBooks,
    page: '/',
    books: await api(newBooks, { query }),
  }),
  '/premium/feed.xml': async (api, _asked, { catalogs }) => {
    const found = await api(premiumBooks, { query: { ...query, page: 1 } })
    const books = Array.isArray(found) ? found : found.books
    return { title: catalogs.FEED_TITLES.premium, page: '/premium', books, bookPath: (id) => `/book/premium/${id}` }
  },
  '/library/feed.xml': async (api, { tag }, { catalogs }) => {
    if (tagKey(tag) === '') throw new Problem('notFound')
    const { books } = await api(listBooks, { query: { ...query, tag } })
    const page = `/library?${new URLSearchParams({ tag: tagKey(tag) })}`
    return { title: catalogs.FEED_TITLES.tag({ tag: tagKey(tag) }), page, self: page.replace('?', '/feed.xml?'), books }
  },
  '/library/:genre/feed.xml': async (api, asked, texts) => {
    const genre = genreNamed(asked.genre)
    if (!genre) throw new Problem('notFound')
    const page = `/library/${genreSlug(genre)}`
    return { title: texts.genre(genre), page, books: (await api(listGenreBooks, { params: { genre }, query })).books }
  },
  '/authors/:name/feed.xml': async (api, asked) => {
    const { name, books } = await api(getNewestByAuthor, { params: { name: asked.name } })
    return { title: name, page: `/authors/${encodeURIComponent(name)}`, books }
  },
  '/series/:id/feed.xml': async (api, { id }) => {
    const { name, books } = await api(getSeries, { params: { id } })
    const newest = books.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    return { title: name, page: `/series/${id}`, books: newest.slice(0, ENTRIES) }
  },
}

interface Options {
  updatesOf: (ids: string[]) => Promise<Map<string, { updatedAt: string }>>
  findTexts: FindTexts
}

/** The feeds of new books, as visitors see them, also for who sends a token. */
export const feedRoutes = (
  app: FastifyInstance,
  { settings, siteUrl, cache, limiter, now }: Services,
  { updatesOf, findTexts }: Options,
) => {
  const fetchInProcess = inProcessFetch(app)
  const api = createApi((path, init) => withinDatabaseTime(() => fetchInProcess(path, init)))
  const common = { ...securityHeaders(settings.publicUrl), 'content-security-policy': API_POLICY }
  const timeOf = createTimes(now)

  const make = async (read: Read, asked: Asked, texts: Texts) => {
    const [{ siteName }, feed] = await Promise.all([api(getSiteSettings), read(api, asked, texts)])
    const updates = await withinDatabaseTime(() => updatesOf(feed.books.map(({ _id }) => _id)))
    const books = feed.books.map((book) => ({ ...book, updatedAt: updates.get(book._id)?.updatedAt ?? book.createdAt }))
    const self = feed.self ?? `${feed.page === '/' ? '' : feed.page}/feed.xml`
    const title = `${feed.title} · ${siteName}`
    return { self, xml: atomOf(siteUrl.current(), siteName, { bookPath: toBook, ...feed, books, self, title }) }
  }

  for (const [path, read] of Object.entries(FEEDS))
    app.get(path, async (request: FastifyRequest, reply) => {
      admitRendering(limiter, request)
      const begunAt = cache.moment()
      const { texts, accepts } = await findTexts(request.headers)
      const { result, from } = await collectDependencies(() => make(read, askedOf(request), texts))
      const body = toBody(result.xml)
      const modifiedAt = timeOf(`${texts.language.tag} ${result.self}`, body.etag)
      const response = {
        body,
        modifiedAt,
        headers: flat({ ...common, 'content-type': 'application/atom+xml; charset=utf-8' }),
        cacheControl: visitorCaching(settings.sharedCacheSeconds),
        isCompressible: true,
        varies: LANGUAGE_HEADER,
      }
      if (from.isCacheable && request.url === result.self)
        cache.store(result.self, begunAt, { ...response, audience: 'everyone', accepts, ...from.lifetime })
      return sendFinished(response, request, reply)
    })
}

const askedOf = ({ params, query }: FastifyRequest): Asked => {
  const { tag } = query as Record<string, unknown>
  if (tag !== undefined && typeof tag !== 'string') throw new Problem('invalid')
  return { name: '', id: '', genre: '', tag: tag ?? '', ...(params as object) }
}

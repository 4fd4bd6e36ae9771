import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

/** The protocol's limit of addresses in one file. */
const FILE_MAX = 50_000
const CACHE_MS = 600_000
const PAGES = ['/', '/premium', '/BookComponent', '/download', '/about', '/privacy', '/terms']
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const ROBOTS = (origin: string) => `User-agent: *
Disallow: /admin
Disallow: /read/
Sitemap: ${origin}/sitemap.xml
`

/** robots.txt and the sitemap: public pages and every book. */
export const sitemapRoutes = (app: FastifyInstance, services: Services) => {
  const { siteUrl } = services
  const read = cacheLast((file: number) => sitemapFile(services, file))
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(ROBOTS(siteUrl.current())),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const { count } = await services.db
      .selectFrom('books')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const files = Math.ceil((count + PAGES.length) / FILE_MAX)
    return sendXml(reply, files > 1 ? indexOf(siteUrl.current(), files) : await read(1))
  })
  app.get<{ Params: { file: string } }>('/sitemap-:file.xml', async ({ params }, reply) => {
    if (!/^[1-9]\d{0,3}$/.test(params.file)) throw new Problem('notFound')
    return sendXml(reply, await read(Number(params.file)))
  })
}

const sendXml = (reply: { type: (type: string) => { send: (xml: string) => unknown } }, xml: string) =>
  reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)

const indexOf = (origin: string, files: number) => {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${origin}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `<sitemapindex ${XMLNS}>${entries.join('\n')}</sitemapindex>`
}

/** One file of the sitemap. Oldest books first: a new book changes only the last file. */
const sitemapFile = async ({ db, siteUrl }: Services, file: number) => {
  const origin = siteUrl.current()
  const pages = file === 1 ? PAGES.map((path) => entryOf(origin + path)) : []
  const { rows } = await sql<{ id: string; day: string }>`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from books
    order by created_at, id
    offset ${file === 1 ? 0 : (file - 1) * FILE_MAX - PAGES.length}
    limit ${FILE_MAX - pages.length}`.execute(db)
  if (file > 1 && rows.length === 0) throw new Problem('notFound')
  const books = rows.map(({ id, day }) => entryOf(`${origin}/books/${id}`, day))
  return `<urlset ${XMLNS}>${[...pages, ...books].join('\n')}</urlset>`
}

const entryOf = (address: string, day?: string) =>
  `<url><loc>${address}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`

/** Caches the last file for ten minutes: crawlers ask often, for one file at a time. */
const cacheLast = (read: (file: number) => Promise<string>) => {
  let cached: { file: number; at: number; xml: Promise<string> } | undefined
  return (file: number) => {
    if (cached?.file === file && performance.now() - cached.at < CACHE_MS) return cached.xml
    const xml = read(file)
    cached = { file, at: performance.now(), xml }
    xml.catch(() => {
      cached = undefined
    })
    return xml
  }
}

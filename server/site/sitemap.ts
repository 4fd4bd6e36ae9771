import type { FastifyInstance, FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import type { AdminSiteSettings } from '#contract/site-admin.ts'
import { Problem } from '#contract/api/problems.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { inLanguage } from '#server/platform/http/pages/page-language.ts'
import type { Services } from '#server/platform/services.ts'
import { accountLanguage } from './mail-texts.ts'
import { readSiteSettings } from './site-settings.ts'

/** The protocol's limit of addresses in one file. */
const FILE_MAX = 50_000
const CACHE_MS = 600_000
const ROBOTS_CACHING = 'public, max-age=3600'
/** Short, because a book that was hidden is still in a cached sitemap. */
const SITEMAP_CACHING = 'public, max-age=600'
const PAGES = ['/', '/premium', '/BookComponent', '/download', '/devices', '/about', '/privacy', '/terms']
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const ROBOTS = (origin: string) => `User-agent: *
${LANGUAGES.map(({ path }) => `Disallow: ${path}/admin\nDisallow: ${path}/read/`).join('\n')}
Sitemap: ${origin}/sitemap.xml
`

/** The pages that everyone may see. The library and its genres are among them if an administrator has opened it. */
const openPages = async (services: Services, { libraryAccess }: AdminSiteSettings): Promise<string[]> => {
  if (libraryAccess !== 'everyone') return PAGES
  const counts = await services.db
    .selectFrom('counters')
    .select('label')
    .where('name', '=', 'books')
    .groupBy('label')
    .having(({ fn }) => fn.sum<number>('change'), '>', 0)
    .execute()
  const genres = counts.flatMap(({ label }) => genreNamed(label) ?? []).toSorted()
  return [...PAGES, '/library', ...genres.map((genre) => `/library/${genreSlug(genre)}`)]
}

interface Listed {
  name: string
  day?: string
}

interface PageKind {
  count: RawBuilder<{ count: number }>
  /** In an order in which a new page is the last one, where there is such an order. */
  rows: RawBuilder<Listed>
  toPath: (name: string) => string
}

const dayOf = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`

/** What has a page of its own besides the public pages, in this order. Books are first: they change the least. */
const kindsOf = (isListed: RawBuilder<unknown>): PageKind[] => [
  {
    count: sql`select count(*) as count from books where ${isListed}`,
    rows: sql`
      select id as name, ${dayOf(sql`created_at`)} as day from books where ${isListed} order by created_at, id`,
    toPath: (id) => `/books/${id}`,
  },
  {
    count: sql`select count(distinct series_id) as count from books where ${isListed} and series_id is not null`,
    rows: sql`
      select series_id as name, ${dayOf(sql`max(created_at)`)} as day
      from books
      where ${isListed} and series_id is not null
      group by series_id
      order by min(created_at), series_id`,
    toPath: (id) => `/series/${id}`,
  },
  {
    count: sql`select count(distinct same_name(author)) as count from books where ${isListed}`,
    // In the spelling that the page of the name has.
    rows: sql`
      select distinct on (same_name(author)) author as name
      from books
      where ${isListed}
      order by
        same_name(author),
        (pen_name_id is not null or publisher_name is not distinct from same_name(author)) desc,
        created_at, id`,
    toPath: (name) => `/authors/${encodeURIComponent(name)}`,
  },
]

/** Public lists with a book, which visitors see where the library is open to them. */
const listsOf = (isListed: RawBuilder<unknown>): PageKind => {
  const lists = sql`
    from lists
    where visibility = 'public' and not lists.is_hidden and exists (
      select from list_books join (select id from books where ${isListed}) as listed on listed.id = book_id
      where list_id = lists.id
    )`
  return {
    count: sql`select count(*) as count ${lists}`,
    rows: sql`select id as name, ${dayOf(sql`changed_at`)} as day ${lists} order by created_at, id`,
    toPath: (id) => `/lists/${id}`,
  }
}

/** The kinds of pages of the books that visitors see, and of lists where everyone may see the library. */
const pageKinds = ({ visitorAge, libraryAccess }: AdminSiteSettings): PageKind[] => {
  const isListed =
    visitorAge === 'all'
      ? sql`not is_hidden`
      : sql`not is_hidden and coalesce(age, 0) <= ${sql.lit(Number(visitorAge))}`
  return [...kindsOf(isListed), ...(libraryAccess === 'everyone' ? [listsOf(isListed)] : [])]
}

const countPages = ({ db }: Services, kinds: PageKind[]): Promise<number[]> =>
  Promise.all(kinds.map(async ({ count }) => (await count.execute(db)).rows[0]?.count ?? 0))

/** robots.txt and the sitemap: public pages, every book, series, author and public list. */
export const sitemapRoutes = (app: FastifyInstance, services: Services) => {
  const { siteUrl } = services
  // All names must be read to count them: only once a book has come or gone.
  const count = cacheLast(
    (site: AdminSiteSettings) => countPages(services, pageKinds(site)),
    async () => `${await readCounter(services.db, 'books')} ${await lastChange(services)}`,
  )
  const read = cacheLast(
    async (file: number, site: AdminSiteSettings, open: string[]) =>
      sitemapFile(services, {
        file,
        open,
        kinds: pageKinds(site),
        counts: await count(site),
        // Crawlers ask for no language, and are led there from the addresses of English pages.
        addressOf: (path) => siteUrl.current() + inLanguage(accountLanguage(site, null), path),
      }),
    () => lastChange(services),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', ROBOTS_CACHING).send(ROBOTS(siteUrl.current())),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const site = await readSiteSettings(services)
    const pages = await openPages(services, site)
    const counts = await count(site)
    const files = Math.ceil(counts.reduce((sum, count) => sum + count, pages.length) / FILE_MAX)
    return sendXml(reply, files > 1 ? indexOf(siteUrl.current(), files) : await read(1, site, pages))
  })
  app.get<{ Params: { file: string } }>('/sitemap-:file.xml', async ({ params }, reply) => {
    if (!/^[1-9]\d{0,3}$/.test(params.file)) throw new Problem('notFound')
    const site = await readSiteSettings(services)
    return sendXml(reply, await read(Number(params.file), site, await openPages(services, site)))
  })
}

const sendXml = (reply: FastifyReply, xml: string) =>
  reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', SITEMAP_CACHING)
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)

const indexOf = (origin: string, files: number) => {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${origin}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `<sitemapindex ${XMLNS}>${entries.join('\n')}</sitemapindex>`
}

interface SitemapFile {
  file: number
  open: string[]
  kinds: PageKind[]
  counts: number[]
  addressOf: (path: string) => string
}

/** One file of the sitemap: a part of all pages. */
const sitemapFile = async ({ db }: Services, { file, open, kinds, counts, addressOf }: SitemapFile) => {
  const entries = file === 1 ? open.map((path) => entryOf(addressOf(path))) : []
  let before = open.length
  for (const [i, { rows, toPath }] of kinds.entries()) {
    const offset = Math.max(0, (file - 1) * FILE_MAX - before)
    const limit = Math.min(file * FILE_MAX - before, counts[i] ?? 0) - offset
    before += counts[i] ?? 0
    if (limit <= 0) continue
    const listed = await sql<Listed>`${rows} offset ${offset} limit ${limit}`.execute(db)
    entries.push(...listed.rows.map(({ name, day }) => entryOf(addressOf(toPath(name)), day)))
  }
  if (file > 1 && entries.length === 0) throw new Problem('notFound')
  return `<urlset ${XMLNS}>${entries.join('\n')}</urlset>`
}

const entryOf = (address: string, day?: string) =>
  `<url><loc>${address}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`

/** Changes whenever something is hidden, withdrawn or published again, and with each change of a public list. */
const lastChange = async ({ db }: Services) => {
  const [hiding, withdrawal, list] = await Promise.all([
    db.selectFrom('hidings').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    db
      .selectFrom('books')
      .select('withdrawnAt')
      .where('state', '=', 'withdrawn')
      .orderBy('withdrawnAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('lists')
      .select('changedAt')
      .where('visibility', '=', 'public')
      .where('isHidden', '=', false)
      .orderBy('changedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return [hiding?.id, withdrawal?.withdrawnAt?.toISOString(), list?.changedAt.toISOString()].join(' ')
}

/** Caches the last answer for ten minutes, or until the version is another: crawlers ask often, for one file at a time. */
const cacheLast = <Args extends unknown[], T>(
  read: (...args: Args) => Promise<T>,
  versionOf: () => Promise<string | undefined>,
) => {
  let cached: { key: string; at: number; answer: Promise<T> } | undefined
  return async (...args: Args): Promise<T> => {
    const key = JSON.stringify([args, await versionOf()])
    if (cached?.key === key && performance.now() - cached.at < CACHE_MS) return cached.answer
    const answer = read(...args)
    cached = { key, at: performance.now(), answer }
    answer.catch(() => {
      cached = undefined
    })
    return answer
  }
}

import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problems.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { countsAsReader } from './counts-as-reader.ts'
import { isBot } from './is-bot.ts'
import { isShown } from './is-shown.ts'

/** A second view of the same book by the same viewer within this time is not counted. */
const REPEAT_MS = 30 * 60_000
const FLUSH_MS = 1000
/** The maximum of browsers that are counted for one book and one address, which may be a household but not a class. */
const BROWSERS_OF_ADDRESS = 5
/** Past this many viewers the oldest are forgotten: memory stays bounded, at worst a view is counted twice. */
const MAX_REMEMBERED = 200_000
/** The hosts that are named for a book and month; readers from others are counted together. */
const HOSTS_NAMED = 50
/** By size: with `max` the cache takes the memory for all of them at its start. */
const REMEMBERED = { maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 }

export interface Viewer {
  userId: string | undefined
  address: string
  userAgent: string
}

/** What is counted of a book and not written yet: `opened` are the views that its author sees, `hosts` where they came from. */
interface Counts {
  views: number
  opened: number
  downloads: number
  hosts: Map<string, number>
}

/** Counts views and downloads in memory, one for each viewer and book in 30 minutes, and writes them once a second. */
export const createViewCounter = (services: Services) => {
  const { db, log } = services
  const salt = randomBytes(16)
  const seen = new LRUCache<string, true>({ ...REMEMBERED, ttl: REPEAT_MS - 1, ttlResolution: 0 })
  /** How many browsers have been counted, by book and address. */
  const browsers = new LRUCache<string, number>({ ...REMEMBERED, ttl: REPEAT_MS - 1, ttlResolution: 0 })
  const ownHost = services.settings.publicUrl && new URL(services.settings.publicUrl).host
  /** What is not in the database yet, by book: what is to be written, and what is being written. */
  let pending = new Map<string, Counts>()
  let inFlight = new Map<string, Counts>()
  let writing: Promise<void> = Promise.resolve()

  /** `what` is the book, and for downloads that it is one. */
  const isNew = (what: string, viewer: Viewer) => {
    const key = `${what} ${viewer.userId ?? anonymousId(salt, viewer)}`
    if (seen.has(key)) return false
    if (viewer.userId === undefined && !isWithinAddress(what, viewer)) return false
    seen.set(key, true)
    return true
  }

  /** Anyone can send any number of User-Agents. */
  const isWithinAddress = (what: string, viewer: Viewer) => {
    if (services.limiter.isTrusted(viewer.address)) return true
    const key = `${what} ${anonymousId(salt, { ...viewer, userAgent: '' })}`
    const count = browsers.get(key) ?? 0
    if (count === 0) browsers.set(key, 1)
    // The time of the first view remains.
    else browsers.set(key, count + 1, { noUpdateTTL: true })
    return count < BROWSERS_OF_ADDRESS
  }

  const add = (bookId: string, { views = 0, opened = 0, downloads = 0, hosts }: Partial<Counts>) => {
    const counts = pending.get(bookId) ?? { views: 0, opened: 0, downloads: 0, hosts: new Map<string, number>() }
    counts.views += views
    counts.opened += opened
    counts.downloads += downloads
    for (const [host, count] of hosts ?? []) counts.hosts.set(host, (counts.hosts.get(host) ?? 0) + count)
    pending.set(bookId, counts)
  }

  const write = async () => {
    if (pending.size === 0) return
    inFlight = pending
    pending = new Map()
    try {
      await writeViews(services, inFlight)
    } catch (error) {
      for (const [id, counts] of inFlight) add(id, counts)
      log.warn({ reason: String(error) }, 'views not written yet')
    } finally {
      inFlight = new Map()
    }
  }

  const flush = () => (writing = writing.then(write))
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    /**
     * Returns the book's views with this one; the uploader's own are not counted. `from` is the host of the site that led
     * the viewer here.
     * While views are being written the answer may contain these twice, which no later answer does.
     */
    view: async (bookId: string, viewer: Viewer, from?: string) => {
      const [book] = await selectViewed(db, bookId, viewer.userId ?? null)
      if (!book) throw new Problem('bookNotFound')
      const isOwn = viewer.userId !== undefined && viewer.userId === book.publisherId
      if (!isOwn && isNew(bookId, viewer)) {
        const counts = book.counts && (viewer.userId !== undefined || !isBot(viewer.userAgent))
        const host = from?.toLowerCase()
        const isForeign = counts && host !== undefined && host !== ownHost
        add(bookId, { views: 1, opened: Number(counts), ...(isForeign && { hosts: new Map([[host, 1]]) }) })
      }
      const unwritten = (inFlight.get(bookId)?.views ?? 0) + (pending.get(bookId)?.views ?? 0)
      return { views: book.views + unwritten }
    },
    /** Counts a download by a link that counts; its book is known to exist. */
    download: (bookId: string, viewer: Omit<Viewer, 'userId'>) => {
      const isCounted = !isBot(viewer.userAgent) && isNew(`download ${bookId}`, { ...viewer, userId: undefined })
      if (isCounted) add(bookId, { downloads: 1 })
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

const selectViewed = preparedQuery((bookId: string, userId: string | null) => ({
  compile: (db) =>
    db
      .selectFrom('books')
      .select(['views', 'publisherId', countsAsReader(userId).as('counts')])
      .where('id', '=', bookId)
      .where(isShown)
      .compile(),
}))

/** Keyed with a salt of this process, so that it identifies nobody outside of it. */
const anonymousId = (salt: Buffer, { address, userAgent }: Viewer) =>
  createHmac('sha256', salt)
    .update(`${networkOf(address)} ${userAgent}`)
    .digest('base64url')

/**
 * In the order of the books' ids, so that two processes that write concurrently can't deadlock. A host is named if it is
 * already, or if fewer than `HOSTS_NAMED` are.
 */
const writeViews = async ({ db, now }: Services, counted: Map<string, Counts>) => {
  const ids = [...counted.keys()].sort()
  const of = (name: 'views' | 'opened' | 'downloads') => ids.map((id) => counted.get(id)?.[name] ?? 0)
  const hosts = ids.flatMap((id) => [...(counted.get(id)?.hosts ?? [])].map(([host, count]) => ({ id, host, count })))
  await sql`
    with added as (
      select *
      from unnest(${ids}::uuid[], ${of('views')}::int[], ${of('opened')}::int[], ${of('downloads')}::int[])
        as added (id, views, opened, downloads)
    ), counted as (
      update books set views = books.views + added.views
      from added
      where books.id = added.id and not is_hidden
      returning added.*
    ), found as (
      select
        came.*, date_trunc('month', ${now()}::date)::date as month,
        exists (
          select from book_sources
          where book_id = came.id and month = date_trunc('month', ${now()}::date) and book_sources.host = came.host
        ) as is_named
      from unnest(
        ${hosts.map(({ id }) => id)}::uuid[], ${hosts.map(({ host }) => host)}::text[],
        ${hosts.map(({ count }) => count)}::int[]
      ) as came (id, host, count)
      join counted on counted.id = came.id
    ), numbered as (
      select
        found.*, row_number() over (partition by id, is_named order by host)
          + (select count(*) from book_sources where book_id = id and month = found.month and host <> '') as number
      from found
    ), sources as (
      insert into book_sources as stored (book_id, month, host, count)
      select id, month, case when is_named or number <= ${HOSTS_NAMED} then host else '' end, sum(count)
      from numbered
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (book_id, month, host) do update set count = stored.count + excluded.count
    )
    insert into book_days as stored (book_id, day, views, opened, downloads)
    select id, ${now()}::date, views, opened, downloads from counted
    on conflict (book_id, day) do update
    set
      views = stored.views + excluded.views,
      opened = stored.opened + excluded.opened,
      downloads = stored.downloads + excluded.downloads`.execute(db)
}

export type ViewCounter = ReturnType<typeof createViewCounter>

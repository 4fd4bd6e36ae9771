import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/problems.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { isShown } from './is-shown.ts'

/** A second view of the same book by the same viewer within this time is not counted. */
const REPEAT_MS = 30 * 60_000
const FLUSH_MS = 1000
/** The maximum of browsers that are counted for one book and one address, which may be a household but not a class. */
const BROWSERS_OF_ADDRESS = 5
/** Past this many viewers the oldest are forgotten: memory stays bounded, at worst a view is counted twice. */
const MAX_REMEMBERED = 200_000
/** By size: with `max` the cache takes the memory for all of them at its start. */
const REMEMBERED = { maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 }

export interface Viewer {
  userId: string | undefined
  address: string
  userAgent: string
}

/** Counts views in memory, one for each viewer and book in 30 minutes, and writes them once a second. */
export const createViewCounter = (services: Services) => {
  const { db, log } = services
  const salt = randomBytes(16)
  const seen = new LRUCache<string, true>({ ...REMEMBERED, ttl: REPEAT_MS - 1, ttlResolution: 0 })
  /** How many browsers have been counted, by book and address. */
  const browsers = new LRUCache<string, number>({ ...REMEMBERED, ttl: REPEAT_MS - 1, ttlResolution: 0 })
  /** Views by book that are not in the database yet: those to be written, and those being written. */
  let pending = new Map<string, number>()
  let inFlight = new Map<string, number>()
  let writing: Promise<void> = Promise.resolve()

  const isNew = (bookId: string, viewer: Viewer) => {
    const key = `${bookId} ${viewer.userId ?? anonymousId(salt, viewer)}`
    if (seen.has(key)) return false
    if (viewer.userId === undefined && !isWithinAddress(bookId, viewer)) return false
    seen.set(key, true)
    return true
  }

  /** Anyone can send any number of User-Agents. */
  const isWithinAddress = (bookId: string, viewer: Viewer) => {
    if (services.limiter.isTrusted(viewer.address)) return true
    const key = `${bookId} ${anonymousId(salt, { ...viewer, userAgent: '' })}`
    const count = browsers.get(key) ?? 0
    if (count === 0) browsers.set(key, 1)
    // The time of the first view remains.
    else browsers.set(key, count + 1, { noUpdateTTL: true })
    return count < BROWSERS_OF_ADDRESS
  }

  const write = async () => {
    if (pending.size === 0) return
    inFlight = pending
    pending = new Map()
    try {
      await writeViews(services, inFlight)
    } catch (error) {
      for (const [id, views] of inFlight) pending.set(id, (pending.get(id) ?? 0) + views)
      log.warn({ reason: String(error) }, 'views not written yet')
    } finally {
      inFlight = new Map()
    }
  }

  const flush = () => (writing = writing.then(write))
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    /**
     * Returns the book's views with this one; the uploader's own are not counted.
     * While views are being written the answer may contain these twice, which no later answer does.
     */
    view: async (bookId: string, viewer: Viewer) => {
      const book = await db
        .selectFrom('books')
        .select(['views', 'publisherId'])
        .where('id', '=', bookId)
        .where(isShown)
        .executeTakeFirst()
      if (!book) throw new Problem('bookNotFound')
      const isOwn = viewer.userId !== undefined && viewer.userId === book.publisherId
      if (!isOwn && isNew(bookId, viewer)) pending.set(bookId, (pending.get(bookId) ?? 0) + 1)
      return { views: book.views + (inFlight.get(bookId) ?? 0) + (pending.get(bookId) ?? 0) }
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Keyed with a salt of this process, so that it identifies nobody outside of it. */
const anonymousId = (salt: Buffer, { address, userAgent }: Viewer) =>
  createHmac('sha256', salt)
    .update(`${networkOf(address)} ${userAgent}`)
    .digest('base64url')

/** In the order of the books' ids, so that two processes that write concurrently can't deadlock. */
const writeViews = async ({ db, now }: Services, views: Map<string, number>) => {
  const ids = [...views.keys()].sort()
  const counts = ids.map((id) => views.get(id) ?? 0)
  await sql`
    with added as (
      select id, count from unnest(${ids}::uuid[], ${counts}::int[]) as added (id, count)
    ), counted as (
      update books set views = views + added.count
      from added
      where books.id = added.id and not is_hidden
      returning books.id, added.count
    )
    insert into book_days as stored (book_id, day, views)
    select id, ${now()}::date, count from counted
    on conflict (book_id, day) do update set views = stored.views + excluded.views`.execute(db)
}

export type ViewCounter = ReturnType<typeof createViewCounter>

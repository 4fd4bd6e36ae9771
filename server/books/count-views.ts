import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'

const AGAIN_AFTER_MS = 30 * 60_000
const FLUSH_MS = 1000
/** Beyond so many remembered views the oldest are forgotten: memory stays bounded, at worst one view counts twice. */
const REMEMBERED = 200_000

export interface Viewer {
  userId: string | undefined
  address: string
  userAgent: string
}

/** Counts views in memory, one for each viewer and book in 30 minutes, and writes them once a second. */
export const viewCounter = (services: Services) => {
  const { db, log } = services
  const salt = randomBytes(16)
  const seen = new Map<string, number>()
  let pending = new Map<string, number>()
  let writing: Promise<void> = Promise.resolve()
  let flushes = 0

  const isNew = (bookId: string, viewer: Viewer) => {
    const who =
      viewer.userId ??
      createHmac('sha256', salt)
        .update(`${networkOf(viewer.address)} ${viewer.userAgent}`)
        .digest('base64url')
    const key = `${bookId} ${who}`
    const at = performance.now()
    const last = seen.get(key)
    if (last !== undefined && at - last < AGAIN_AFTER_MS) return false
    seen.delete(key)
    seen.set(key, at)
    for (const oldest of seen.keys()) {
      if (seen.size <= REMEMBERED && at - (seen.get(oldest) ?? at) < AGAIN_AFTER_MS) break
      seen.delete(oldest)
    }
    return true
  }

  const flush = () => {
    if (pending.size === 0) return writing
    const taken = pending
    pending = new Map()
    flushes += 1
    writing = writing.then(() => write(taken))
    return writing
  }

  const write = async (taken: Map<string, number>) => {
    try {
      await writeViews(services, taken)
    } catch (error) {
      for (const [id, views] of taken) pending.set(id, (pending.get(id) ?? 0) + views)
      log.warn({ reason: String(error) }, 'views wait for the database')
    }
  }
  const timer = setInterval(flush, FLUSH_MS).unref()

  /** What is being written would be neither in the row nor among the pending ones. */
  const readBetweenFlushes = async (bookId: string) => {
    for (;;) {
      await writing
      const before = flushes
      const book = await db
        .selectFrom('books')
        .select(['views', 'publisherId'])
        .where('id', '=', bookId)
        .executeTakeFirst()
      if (before === flushes) return book
    }
  }

  return {
    /** The book's views with this one; the uploader's own don't count. */
    view: async (bookId: string, viewer: Viewer) => {
      const book = await readBetweenFlushes(bookId)
      if (!book) throw new Problem('bookNotFound')
      const isOwn = viewer.userId !== undefined && viewer.userId === book.publisherId
      if (!isOwn && isNew(bookId, viewer)) pending.set(bookId, (pending.get(bookId) ?? 0) + 1)
      return { views: book.views + (pending.get(bookId) ?? 0) }
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Books in the order of their ids, so that two processes writing at once don't wait for each other in a ring. */
const writeViews = async ({ db, now }: Services, views: Map<string, number>) => {
  const ids = [...views.keys()].sort()
  const counts = ids.map((id) => views.get(id) ?? 0)
  await sql`
    with more as (
      select id, count from unnest(${ids}::uuid[], ${counts}::int[]) as more (id, count)
    ), counted as (
      update books set views = views + more.count from more where books.id = more.id returning books.id, more.count
    )
    insert into book_days as kept (book_id, day, views)
    select id, ${now()}::date, count from counted
    on conflict (book_id, day) do update set views = kept.views + excluded.views`.execute(db)
}

export type ViewCounter = ReturnType<typeof viewCounter>

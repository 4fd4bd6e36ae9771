import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problems.ts'
import { RECOMMENDED } from '#contract/recommendations.ts'
import { UNKNOWN_CLICK } from '#contract/recommended-book-actions.ts'
import type { Services } from '#server/platform/services.ts'
import type { Recommended } from './recommended-books.ts'

/** The days that the dashboard adds up. */
const DAYS = 30
const FLUSH_MS = 1000
/** Past this many the oldest are forgotten: memory stays bounded, at worst something is counted twice. */
const MAX_REMEMBERED = 200_000
/** By size: with `max` the cache takes the memory for all of them at its start. */
const REMEMBERED = { maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 }
const SIGNATURE_LENGTH = 22

/** Numbers of one day, for the place for little-seen books and for the other places. */
interface Counts {
  smallShown: number
  otherShown: number
  smallClicks: number
  otherClicks: number
}

const NO_COUNTS: Counts = { smallShown: 0, otherShown: 0, smallClicks: 0, otherClicks: 0 }

/**
 * Counts in memory how often recommended books are shown and clicked, and writes the numbers once a second. A click comes
 * back with the signature under which its book was recommended to this reader.
 */
export const createClickCounter = async (services: Services) => {
  const { db, log } = services
  const { key: secret } = await db
    .selectFrom('fileKeys')
    .select('key')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const key = createSecretKey(secret)
  const counted = new LRUCache<string, true>(REMEMBERED)
  let pending = { ...NO_COUNTS }
  let writing: Promise<void> = Promise.resolve()

  const sign = (readerId: string, place: string, bookId: string) =>
    createHmac('sha256', key)
      .update(`recommended to ${readerId}: ${place} ${bookId}`)
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH)

  /** Whether nothing was counted today for this reader and book. */
  const isFirstToday = (readerId: string, bookId = '') => {
    const what = `${dayOf(services)} ${readerId} ${bookId}`
    const isFirst = !counted.has(what)
    counted.set(what, true)
    return isFirst
  }

  const write = async () => {
    const written = pending
    if (Object.values(written).every((count) => count === 0)) return
    pending = { ...NO_COUNTS }
    try {
      await addCounts(services, written)
    } catch (error) {
      for (const name of Object.keys(written) as (keyof Counts)[]) pending[name] += written[name]
      log.warn({ reason: String(error) }, 'clicks on recommendations not written yet')
    }
  }

  const flush = () => (writing = writing.then(write))
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    /** Adds to each book what a click on it is counted by, and counts the places as shown, once a day for a reader. */
    show: (readerId: string | undefined, { books, littleSeen }: Recommended) => {
      if (readerId === undefined) return books.map((book) => ({ ...book, click: null }))
      if (books.length >= RECOMMENDED && isFirstToday(readerId)) {
        const small = littleSeen === undefined ? 0 : 1
        pending.smallShown += small
        pending.otherShown += RECOMMENDED - small
      }
      return books.map((book) => {
        const place = book._id === littleSeen ? 'small' : 'other'
        return { ...book, click: `${place}.${book._id}.${sign(readerId, place, book._id)}` }
      })
    },
    /** Counts a click, once a day for a reader and a book. */
    click: (readerId: string, click: string): undefined => {
      const [place = '', bookId = '', signature = ''] = click.split('.')
      const [expected, given] = [Buffer.from(sign(readerId, place, bookId)), Buffer.from(signature)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Problem('invalid', { message: UNKNOWN_CLICK })
      if (isFirstToday(readerId, bookId)) pending[place === 'small' ? 'smallClicks' : 'otherClicks'] += 1
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type ClickCounter = Awaited<ReturnType<typeof createClickCounter>>

const dayOf = ({ now }: Pick<Services, 'now'>) => now().toISOString().slice(0, 10)

const addCounts = async (services: Services, { smallShown, otherShown, smallClicks, otherClicks }: Counts) => {
  await sql`
    insert into recommendation_days as counted (day, small_shown, other_shown, small_clicks, other_clicks)
    values (${dayOf(services)}::date, ${smallShown}, ${otherShown}, ${smallClicks}, ${otherClicks})
    on conflict (day) do update set
      small_shown = counted.small_shown + excluded.small_shown,
      other_shown = counted.other_shown + excluded.other_shown,
      small_clicks = counted.small_clicks + excluded.small_clicks,
      other_clicks = counted.other_clicks + excluded.other_clicks`.execute(services.db)
}

/** How often recommended books were shown and clicked in 30 days. */
export const countedRecommendations = async (services: Services) => {
  const { rows } = await sql<Counts>`
    select
      coalesce(sum(small_shown), 0)::int as small_shown, coalesce(sum(other_shown), 0)::int as other_shown,
      coalesce(sum(small_clicks), 0)::int as small_clicks, coalesce(sum(other_clicks), 0)::int as other_clicks
    from recommendation_days where day > ${dayOf(services)}::date - ${DAYS}::int`.execute(services.db)
  const [{ smallShown, otherShown, smallClicks, otherClicks } = NO_COUNTS] = rows
  return {
    small: { shown: smallShown, clicks: smallClicks },
    others: { shown: otherShown, clicks: otherClicks },
  }
}

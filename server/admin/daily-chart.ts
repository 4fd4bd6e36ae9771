import { sql } from 'kysely'
import { DAY_MS } from '#contract/values/durations.ts'
import type { DashboardStats } from '#contract/admin.ts'
import type { Services } from '#server/platform/services.ts'

type Lines = DashboardStats['lines']

interface DailyInterest {
  day: string
  reads: number
  ratings: number
}

const LINE_DAYS = 30
const CACHE_MS = 600_000

/**
 * Sign-ups, uploads, reads and ratings: a number for each of the last 30 days. The reads and ratings of past days hardly
 * change, so their sums are cached for ten minutes.
 */
export const dailyChart = ({ db, now }: Services) => {
  let cached: { day: string; at: number; past: DailyInterest[] } | undefined

  const readInterestSince = async (first: string, today: string): Promise<DailyInterest[]> => {
    if (cached?.day !== today || performance.now() - cached.at > CACHE_MS)
      cached = { day: today, at: performance.now(), past: await readInterest(first, today) }
    return [...cached.past, ...(await readInterest(today, '9999-12-31'))]
  }

  const readInterest = async (from: string, before: string) => {
    const { rows } = await sql<DailyInterest>`
      select to_char(day, 'YYYY-MM-DD') as day, sum(views)::int as reads, sum(ratings)::int as ratings
      from book_days where day >= ${from}::date and day < ${before}::date group by 1`.execute(db)
    return rows
  }

  const countNew = async (first: string) => {
    const { rows } = await sql<{ day: string; what: 'signUps' | 'uploads'; count: number }>`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, 'signUps' as what, count(*)::int as count
      from users where not guest and created_at >= ${first}::timestamp at time zone 'UTC' group by 1
      union all
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), 'uploads', count(*)::int
      from books where not is_hidden and created_at >= ${first}::timestamp at time zone 'UTC' group by 1`.execute(db)
    return rows
  }

  return async (): Promise<Lines> => {
    const days = lastDays(now())
    const [first = '', today = ''] = [days[0], days.at(-1)]
    const [interest, added] = await Promise.all([readInterestSince(first, today), countNew(first)])
    const line = (counts: [day: string, count: number][]) => {
      const byDay = new Map(counts)
      return days.map((day) => ({ day, count: byDay.get(day) ?? 0 }))
    }
    const ofKind = (what: 'signUps' | 'uploads') => added.filter((count) => count.what === what)
    return {
      signUps: line(ofKind('signUps').map(({ day, count }) => [day, count])),
      uploads: line(ofKind('uploads').map(({ day, count }) => [day, count])),
      reads: line(interest.map(({ day, reads }) => [day, reads])),
      ratings: line(interest.map(({ day, ratings }) => [day, ratings])),
    }
  }
}

const lastDays = (now: Date): string[] =>
  Array.from({ length: LINE_DAYS }, (_, i) =>
    new Date(now.getTime() - (LINE_DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  )

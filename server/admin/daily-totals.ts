import { sql } from 'kysely'
import type { DashboardStats } from '#contract/admin.ts'
import type { Services } from '#server/platform/services.ts'
import { readTotals } from './counters.ts'
import { countPremium } from './list-books.ts'

type Totals = Omit<DashboardStats['totals'][number], 'day'>

/** Records the figures of today, because the counters know only the present. The last run of a day leaves those of its end. */
export const recordTotals = async (services: Services): Promise<void> => {
  const day = services.now().toISOString().slice(0, 10)
  const totals = await currentTotals(services)
  await services.db
    .insertInto('dailyTotals')
    .values({ day, ...totals })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(totals))
    .execute()
}

/** The figures of these days. A day without a record has those of the day before it; the last day has those of now. */
export const totalsOf = async (services: Services, days: string[], now: Totals): Promise<DashboardStats['totals']> => {
  const { rows } = await sql<Totals & { day: string }>`
    select to_char(asked.day, 'YYYY-MM-DD') as day, users, readers, authors, verified, books, premium
    from unnest(${days.slice(0, -1)}::date[]) as asked (day)
    cross join lateral (
      select users, readers, authors, verified, books, premium from daily_totals
      where daily_totals.day <= asked.day order by daily_totals.day desc limit 1
    ) as recorded`.execute(services.db)
  const recorded = new Map(rows.map((row) => [row.day, row]))
  return days.map((day, i) => ({ day, ...(i === days.length - 1 ? now : (recorded.get(day) ?? NONE)) }))
}

export const currentTotals = async (services: Services): Promise<Totals> => {
  const [{ users, readers, authors, verified, books }, premium] = await Promise.all([
    readTotals(services.db),
    countPremium(services),
  ])
  return { users, readers, authors, verified, books, premium }
}

const NONE: Totals = { users: 0, readers: 0, authors: 0, verified: 0, books: 0, premium: 0 }

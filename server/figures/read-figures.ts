import { sql } from 'kysely'
import { FIGURES_MIN, type Counts, type FigurePeriod, type Figures } from '#contract/figures.ts'
import type { Services } from '#server/platform/services.ts'
import { addDays, rangeOf } from './figure-days.ts'
import { readReach } from './read-reach.ts'

interface Asked {
  ids: string[]
  title: string | null
  period: FigurePeriod
  by?: 'day' | undefined
}

/** The figures of these books together. */
export const readFigures = async (services: Services, { ids, title, period, by }: Asked): Promise<Figures> => {
  const today = services.now().toISOString().slice(0, 10)
  const { since, first } = await readFirstDays(services, ids)
  const range = rangeOf(period, { today, first, byDay: by === 'day' })
  const { unit, days, from, beforeFrom } = range
  const month = `${from.slice(0, 7)}-01`
  const [rows, sources, reach] = await Promise.all([
    readDays(services, { ids, since, unit, from: beforeFrom ?? from, today }),
    readSources(services, ids, month),
    readReach(services, ids, title === null),
  ])
  const known = new Map(rows.map(({ day, ...counts }) => [day, counts]))
  const lastOf = (day: string) => addDays(day, unit === 'week' ? 6 : 0)
  const counted = (day: string) => knownFrom(since, lastOf(day), known.get(day) ?? NONE)
  const points = days.map((day) => ({ day, ...counted(day) }))
  const before = rows.filter(({ day }) => day < from)
  return {
    title,
    since,
    unit,
    points,
    total: knownFrom(since, today, sumOf(points)),
    before: beforeFrom === null ? null : knownFrom(since, beforeFrom, sumOf(before)),
    reach,
    sources: { month, ...sources },
  }
}

type Numbers = { [K in keyof Counts]: number }

const NONE: Numbers = { opened: 0, readers: 0, finished: 0, downloads: 0, ratings: 0, stars: 0 }
const NAMES = Object.keys(NONE) as (keyof Counts)[]

const sumOf = (points: Counts[]): Numbers =>
  Object.fromEntries(NAMES.map((name) => [name, points.reduce((sum, point) => sum + (point[name] ?? 0), 0)])) as Numbers

/** What was counted on a day, which is null where it was not counted yet. */
const knownFrom = (since: string, day: string, counts: Numbers): Counts =>
  day >= since ? counts : { ...counts, readers: null, finished: null, downloads: null }

/** Since when everything is counted, and the first day of which there is something. */
const readFirstDays = async ({ db }: Services, ids: string[]) => {
  const { rows } = await sql<{ since: string; first: string | null }>`
    select
      (select to_char(day, 'YYYY-MM-DD') from figures_start) as since,
      (
        select to_char(min(first.day), 'YYYY-MM-DD')
        from unnest(${ids}::uuid[]) as asked (id)
        cross join lateral (select day from book_days where book_id = asked.id order by day limit 1) as first
      ) as first`.execute(db)
  return { since: rows[0]?.since ?? '', first: rows[0]?.first ?? null }
}

interface Days {
  ids: string[]
  since: string
  unit: 'day' | 'week'
  from: string
  today: string
}

/** A day, or the Monday of its week; cheaper than `date_trunc`, of tens of thousands of rows. */
const UNITS = { day: sql`day`, week: sql`day - (day - date '2000-01-03') % 7` }

/** Before the first day on which everything is counted, all views are those that count. */
const readDays = async ({ db }: Services, { ids, since, unit, from, today }: Days) => {
  const { rows } = await sql<Numbers & { day: string }>`
    select
      to_char(at, 'YYYY-MM-DD') as day,
      opened, readers, finished, downloads, ratings, stars
    from (
      select
        ${UNITS[unit]} as at,
        sum(case when day < ${since}::date then views else opened end)::int as opened,
        sum(readers)::int as readers,
        sum(finished)::int as finished,
        sum(downloads)::int as downloads,
        sum(rated)::int as ratings,
        sum(rated_stars)::int as stars
      from book_days
      where book_id = any(${ids}::uuid[]) and day between ${from}::date and ${today}::date
      group by 1
    ) as units`.execute(db)
  return rows
}

/** Hosts with fewer openings are not named: a host of one person's own would name that person. */
const readSources = async ({ db }: Services, ids: string[], month: string) => {
  const { rows } = await sql<{ host: string; count: number }>`
    select host, sum(count)::int as count
    from book_sources
    where book_id = any(${ids}::uuid[]) and month >= ${month}::date
    group by host
    order by count desc, host`.execute(db)
  const isNamed = ({ host, count }: { host: string; count: number }) => host !== '' && count >= FIGURES_MIN
  const named = rows.filter(isNamed).slice(0, HOSTS_SHOWN)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return { hosts: named, others: all - named.reduce((sum, { count }) => sum + count, 0) }
}

const HOSTS_SHOWN = 50

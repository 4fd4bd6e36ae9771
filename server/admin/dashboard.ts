import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { getDashboardStats } from '#contract/admin.ts'
import { userOf } from '#server/accounts/user-shape.ts'
import { bookOf, selectBooks } from '#server/books/book-shape.ts'
import { topRated } from '#server/books/top-rated.ts'
import type { Services } from '#server/platform/services.ts'
import { readyForPremium } from '#server/premium/watch-top-rated.ts'
import { appDownloads } from '#server/site/app-downloads.ts'

type Stats = Output<typeof getDashboardStats>['data']

const LISTED = 5
const LINE_DAYS = 30

/** How the library is doing today and over 30 days, and what waits for a person. */
export const dashboardStats = async (services: Services): Promise<Stats> => {
  const { db } = services
  const [users, books, topViewedBooks, topRatedBooks, recentUsers, lines, downloads, ready, failedMails, booksWithoutFile] = await Promise.all([
    countUsers(db),
    countBooks(services),
    topViewed(services),
    topRated(services, LISTED),
    newestUsers(db),
    readLines(services),
    appDownloads(services),
    readyForPremium(services),
    countFailedMails(db),
    countMissingFiles(db),
  ])
  const waiting = { readyForPremium: ready, failedMails, booksWithoutFile }
  return { users, books, topViewedBooks, topRatedBooks, recentUsers, lines, appDownloads: downloads, waiting }
}

const countUsers = (db: Services['db']) =>
  db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('userType', '=', 'reader').as('readers'),
      fn.countAll<number>().filterWhere('userType', '=', 'author').as('authors'),
      fn.countAll<number>().filterWhere('verified', '=', true).as('verified'),
    ])
    .where('guest', '=', false)
    .executeTakeFirstOrThrow()

const countBooks = ({ db, now }: Services) =>
  db
    .selectFrom('books')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`count(*) filter (where is_premium and (premium_until is null or premium_until > ${now()}))`.as('premium'),
    ])
    .executeTakeFirstOrThrow()

const topViewed = async ({ db, settings }: Services) => {
  const rows = await selectBooks(db).where('views', '>', 0).orderBy('views', 'desc').orderBy('books.id', 'desc').limit(LISTED).execute()
  return rows.map(bookOf(settings.filesOrigin))
}

const newestUsers = async (db: Services['db']) => {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('guest', '=', false)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(userOf)
}

/** Each line has a number for every one of the last 30 days, those with nothing too. */
const readLines = async ({ db, now }: Services): Promise<Stats['lines']> => {
  const { rows } = await sql<{ day: string; signUps: number; uploads: number; reads: number; ratings: number }>`
    with days as (
      select day::date as day from generate_series(${now()}::date - ${LINE_DAYS - 1}::int, ${now()}::date, interval '1 day') as day
    ), since as (
      select min(day) as first from days
    ), interest as (
      select day, sum(views)::int as reads, sum(ratings)::int as ratings from book_days, since where day >= first group by day
    ), joined as (
      select created_at::date as day, count(*)::int as count from users, since where not guest and created_at >= first group by 1
    ), added as (
      select created_at::date as day, count(*)::int as count from books, since where created_at >= first group by 1
    )
    select
      to_char(days.day, 'YYYY-MM-DD') as day,
      coalesce(joined.count, 0) as "signUps",
      coalesce(added.count, 0) as uploads,
      coalesce(interest.reads, 0) as reads,
      coalesce(interest.ratings, 0) as ratings
    from days left join joined using (day) left join added using (day) left join interest using (day)
    order by day`.execute(db)
  const line = (name: 'signUps' | 'uploads' | 'reads' | 'ratings') => rows.map((row) => ({ day: row.day, count: row[name] }))
  return { signUps: line('signUps'), uploads: line('uploads'), reads: line('reads'), ratings: line('ratings') }
}

/** Mails that were tried to the last and never left; none before the queue exists. */
const countFailedMails = async (db: Services['db']): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name like '%-mail' and state = 'failed'`
    .execute(db)
    .catch(() => ({ rows: [{ count: 0 }] }))
  return rows[0]?.count ?? 0
}

/** As the last sweep found it. */
const countMissingFiles = async (db: Services['db']): Promise<number> =>
  (await db.selectFrom('fileChecks').select('missing').executeTakeFirst())?.missing ?? 0

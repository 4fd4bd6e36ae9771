import { sql } from 'kysely'
import type { Output } from '#contract/api/endpoint.ts'
import type { getDashboardStats } from '#contract/admin.ts'
import { lastLoginAlarm } from '#server/accounts/sessions/login-alarm.ts'
import { type BackupState, readBackupState } from '#server/backup/backup-state.ts'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import { topRated } from '#server/books/top-rated.ts'
import { isPublished } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { readyForPremium } from '#server/premium/watch-top-rated.ts'
import { countPendingCovers } from '#server/publishing/pending-covers.ts'
import { countOutdatedEditions } from '#server/publishing/files/remake-editions.ts'
import { countOutdatedTexts } from '#server/book-texts/reread-book-texts.ts'
import { countedRecommendations } from '#server/recommendations/count-clicks.ts'
import { readApp } from '#server/app-package/site-app.ts'
import { appDownloads } from '#server/site/app-downloads.ts'
import { readSiteSettings, unconfirmedClaims } from '#server/site/site-settings.ts'
import { selectAdminBooks, toAdminBook } from './admin-book-serializer.ts'
import type { dailyChart } from './daily-chart.ts'
import { currentTotals, totalsOf } from './daily-totals.ts'
import { toPublicProfile } from './admin-user-serializer.ts'

type Stats = Output<typeof getDashboardStats>['data']

const LISTED = 5

/** The version of the app that the site has made is no claim. */
const claimsToConfirm = async (services: Services) => {
  const [claims, app] = await Promise.all([
    unconfirmedClaims(services),
    readSiteSettings(services).then((site) => readApp(services, site)),
  ])
  return app ? claims.filter((claim) => claim !== 'appVersion') : claims
}

/** The numbers of the library today and over 30 days, and what an administrator should look at. */
export const dashboardStats = async (
  services: Services,
  readDailyChart: ReturnType<typeof dailyChart>,
): Promise<Stats> => {
  const { db, settings, siteUrl } = services
  const [
    now,
    topViewedBooks,
    topRatedBooks,
    recentUsers,
    lines,
    downloads,
    recommendations,
    ready,
    failedMails,
    booksWithoutFile,
    claims,
    damaged,
    guessedAt,
    backup,
    coversToMake,
    editionsToMake,
    textsToRead,
  ] = await Promise.all([
    currentTotals(services),
    topViewed(services),
    topRated(services, LISTED),
    newestUsers(db),
    readDailyChart(),
    appDownloads(services),
    countedRecommendations(services),
    adminBooksReady(services),
    countFailedMails(db),
    countMissingFiles(db),
    claimsToConfirm(services),
    damagedFiles(db),
    lastLoginAlarm(services),
    readBackupState(services),
    countPendingCovers(db),
    countOutdatedEditions(db),
    countOutdatedTexts(db),
  ])
  const { readers, authors, verified } = now
  const days = lines.signUps.map(({ day }) => day)
  return {
    users: { total: now.users, readers, authors, verified },
    books: { total: now.books, premium: now.premium },
    topViewedBooks,
    topRatedBooks,
    recentUsers,
    lines,
    totals: await totalsOf(services, days, now),
    appDownloads: downloads,
    recommendations,
    backup: backup ? toBackup(backup) : null,
    address: { url: siteUrl.current(), isSet: settings.publicUrl !== undefined },
    waiting: {
      claims,
      readyForPremium: ready,
      failedMails,
      booksWithoutFile,
      coversToMake,
      editionsToMake,
      textsToRead,
      guessedAt: guessedAt?.toISOString() ?? null,
      ...damaged,
    },
  }
}

const toBackup = ({ place, last, fault, isLate }: BackupState): Stats['backup'] => ({
  place,
  isLate,
  last: last && { ...last, at: last.at.toISOString() },
  fault: fault && { ...fault, at: fault.at.toISOString() },
})

const adminBooksReady = async (services: Services): Promise<Stats['waiting']['readyForPremium']> => {
  const ready = await readyForPremium(services)
  if (ready.length === 0) return []
  const days = new Map(ready.map(({ bookId, days }) => [bookId, days]))
  const rows = await selectAdminBooks(services.db)
    .where('books.id', 'in', [...days.keys()])
    .orderBy('title')
    .execute()
  return rows.map(toAdminBook(services.settings.filesOrigin)).map((book) => ({ book, days: days.get(book._id) ?? 0 }))
}

const topViewed = async ({ db, settings }: Services) => {
  const most = db
    .selectFrom('bookViews')
    .select('bookId')
    .where('views', '>', 0)
    .orderBy('views', 'desc')
    .orderBy('bookId', 'desc')
    .limit(LISTED)
    .as('most')
  const rows = await selectBooks(db)
    .innerJoin(most, 'most.bookId', 'books.id')
    .orderBy('views', 'desc')
    .orderBy('books.id', 'desc')
    .execute()
  return rows.map(toBook(settings.filesOrigin))
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
  return rows.map(toPublicProfile)
}

/** Mails whose last attempt failed; none before the queue is created. */
const countFailedMails = async (db: Services['db']): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name like '%-mail' and state = 'failed'`
    .execute(db)
    .catch(() => ({ rows: [{ count: 0 }] }))
  return rows[0]?.count ?? 0
}

/** As the last check found them. */
const countMissingFiles = async (db: Services['db']): Promise<number> => {
  const { count } = await db
    .selectFrom('missingFiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const DAMAGED_LISTED = 20

/** What the scrub and the readers of files have found. */
const damagedFiles = async (db: Services['db']) => {
  const names = (await db.selectFrom('fileChecksums').select('name').where('damagedAt', 'is not', null).execute()).map(
    ({ name }) => name,
  )
  if (names.length === 0) return { damagedFiles: 0, damagedBooks: [] }
  const covers = names.flatMap((name) => /^covers\/..\/([\da-f]{32})$/.exec(name)?.[1] ?? [])
  const damagedBooks = await db
    .selectFrom('books')
    .select(['id as _id', 'title'])
    .where(isPublished)
    .where((books) =>
      books.or([
        books('pdf', 'in', names),
        books('id', 'in', db.selectFrom('bookVersions').select('bookId').where('pdf', 'in', names)),
        books('id', 'in', db.selectFrom('pageEpubs').select('bookId').where('key', 'in', names)),
        books('id', 'in', db.selectFrom('papers').select('bookId').where('key', 'in', names)),
        ...(covers.length > 0 ? [books('cover', 'in', covers)] : []),
      ]),
    )
    .orderBy('title')
    .limit(DAMAGED_LISTED)
    .execute()
  return { damagedFiles: names.length, damagedBooks }
}

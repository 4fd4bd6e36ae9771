import { sql, type SqlBool } from 'kysely'
import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import type { SiteIdentity } from '#server/platform/mail/mail-template.ts'
import { unsubscribeTokens } from '#server/accounts/email/unsubscribe-token.ts'
import { awaitsMail } from '#server/notices/notice-settings.ts'
import { takeNotices } from '#server/notices/take-notices.ts'
import { forEachAtOnce } from '#server/platform/concurrency-limit.ts'
import { DeliveryUnknownError, MailRejectedError } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts, type SiteLanguages } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { editionAt } from './editions.ts'
import { type WeeklyBooks, weeklyBooks } from './weekly-books.ts'
import { renderWeeklyMail } from './weekly-mail-template.ts'

export const WEEKLY_MAIL_JOB = 'weekly-mail'

/** For those who get notices alone. */
const NO_BOOKS: WeeklyBooks = { fresh: [], loved: [] }

const BATCH_SIZE = 100
/** Fewer than the mailer has connections, so that no log-in mail waits for weekly ones. */
const CONCURRENT_MAILS = 4

/** Queues one job for each batch of subscribers, who are divided by their ids, in one transaction. */
export const queueWeeklyMails = async (services: Services): Promise<void> => {
  const { db, jobs, log, now } = services
  const edition = editionAt(now())
  const { fresh } = await weeklyBooks(services, edition)
  const batches = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ first: string; last: string }>`
      select min(id::text) as first, max(id::text) as last
      from (
        select id, (row_number() over (order by id) - 1) / ${BATCH_SIZE}::int as batch
        from users
        where ${isDue(edition, fresh.length > 0)} and ${mayGetMail(now())}
      ) due
      group by batch
      order by batch`.execute(trx)
    for (const { first, last } of rows)
      await jobs.enqueue(trx, WEEKLY_MAIL_JOB, { edition: edition.toISOString(), first, last })
    return rows.length
  })
  log.info({ edition, batches }, 'weekly mails queued')
}

/** The condition that an account has something to get with an edition that it did not get: the books, or notices of its own. */
const isDue = (edition: Date, hasBooks: boolean) => sql<SqlBool>`(
  verified and email is not null and coalesce(weekly_edition < ${edition}, true) and (
    weekly_mail and ${hasBooks}::boolean
    or exists (select from notices where notices.user_id = users.id and ${awaitsMail('weekly')})
  )
)`

interface Batch {
  edition: Date
  first: string
  last: string
}

/** Sends one batch, except to those who have the edition already. Throws if mails failed, so that the job is retried. */
export const sendWeeklyMails = async (services: Services, { edition, first, last }: Batch): Promise<void> => {
  // An edition is not sent any more when the next one is out.
  if (editionAt(services.now()).getTime() !== edition.getTime()) return
  const [books, tokenFor, settings] = await Promise.all([
    weeklyBooks(services, edition),
    unsubscribeTokens(services, 'stop-weekly'),
    readSiteSettings(services),
  ])
  const site = { ...settings, url: services.siteUrl.current() }
  const due = await readersDue(services, { edition, first, last }, books.fresh.length > 0)
  const failures: unknown[] = []
  await forEachAtOnce(CONCURRENT_MAILS, due, (id) =>
    sendOne(services, { id, edition, books, site, unsubscribeToken: tokenFor(id) }).catch((error: unknown) =>
      failures.push(error),
    ),
  )
  if (failures.length > 0) throw new Error(`${failures.length} weekly mails not sent`, { cause: failures[0] })
}

const readersDue = async (
  { db, now }: Services,
  { edition, first, last }: Batch,
  hasBooks: boolean,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(isDue(edition, hasBooks))
    .where(mayGetMail(now()))
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  return rows.map(({ id }) => id)
}

interface Copy {
  id: string
  edition: Date
  books: WeeklyBooks
  site: SiteIdentity & SiteLanguages & { url: string }
  unsubscribeToken: string
}

/**
 * Marks the edition as sent before it is sent, so that a process that is killed in between sends no mail twice. The mark
 * is removed for another try only if the mail was certainly not accepted.
 */
const sendOne = async (services: Services, { id, edition, books, site, unsubscribeToken }: Copy): Promise<void> => {
  const { db, mailer, log, now } = services
  const { rows } = await sql<{
    email: string
    username: string
    language: string | null
    weeklyMail: boolean
    previous: Date | null
  }>`
    update users set weekly_edition = ${edition}
    where id = ${id} and ${isDue(edition, books.fresh.length > 0)} and ${mayGetMail(now())}
    returning new.email, new.username, new.language, new.weekly_mail, old.weekly_edition as previous`.execute(db)
  const [reader] = rows
  if (!reader) return
  const { email, username, language, weeklyMail, previous } = reader
  let giveBack = async () => {}
  try {
    const taken = await takeNotices(services, id, { how: 'weekly', before: edition })
    giveBack = taken.giveBack
    const { notices } = taken
    const listed = weeklyMail && books.fresh.length > 0 ? books : NO_BOOKS
    if (notices.length === 0 && listed === NO_BOOKS) return
    const mail = renderWeeklyMail(
      site,
      await mailTexts(site, language),
      { ...listed, notices },
      { username, unsubscribeToken },
    )
    await mailer.send({ id: `weekly-${edition.getTime()}-${id}`, to: email, ...mail })
  } catch (error) {
    if (error instanceof DeliveryUnknownError) {
      log.warn({ userId: id, edition }, 'delivery of a weekly mail unknown')
      return
    }
    if (error instanceof MailRejectedError) {
      log.warn({ userId: id, edition }, 'weekly mail rejected by the mail server')
      return
    }
    await db
      .updateTable('users')
      .set({ weeklyEdition: previous })
      .where('id', '=', id)
      .where('weeklyEdition', '=', edition)
      .execute()
    await giveBack()
    throw error
  }
}

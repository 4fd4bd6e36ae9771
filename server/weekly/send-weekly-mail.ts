import { sql } from 'kysely'
import type { SiteIdentity } from '#server/accounts/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { editionAt } from './editions.ts'
import { unsubscribeTokens } from './unsubscribe-token.ts'
import { type WeeklyBooks, weeklyBooks } from './weekly-books.ts'
import { renderWeeklyMail } from './weekly-mail-template.ts'

export const WEEKLY_MAIL_JOB = 'weekly-mail'

const BATCH = 100
/** So many mails of a batch are on their way at the same time. */
const AT_ONCE = 4

/** Those who get the issue are cut into batches, by their ids; each batch is a job, left in one transaction. */
export const queueWeeklyMails = async (services: Services): Promise<void> => {
  const { db, jobs, log, now } = services
  const issue = editionAt(now())
  const { fresh } = await weeklyBooks(services, issue)
  if (fresh.length === 0) return
  const batches = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ first: string; last: string }>`
      select min(id::text) as first, max(id::text) as last
      from (
        select id, (row_number() over (order by id) - 1) / ${BATCH}::int as batch
        from users
        where weekly_mail and weekly_edition < ${issue}
      ) due
      group by batch
      order by batch`.execute(trx)
    for (const { first, last } of rows)
      await jobs.enqueue(trx, WEEKLY_MAIL_JOB, { issue: issue.toISOString(), first, last })
    return rows.length
  })
  log.info({ issue, batches }, 'weekly mails queued')
}

interface Batch {
  issue: Date
  first: string
  last: string
}

/** Sends one batch; who got the issue already is left out, so that it may be repeated. Throws if some mails are left. */
export const sendWeeklyMails = async (services: Services, { issue, first, last }: Batch): Promise<void> => {
  // What was left over until the next issue is old news.
  if (editionAt(services.now()).getTime() !== issue.getTime()) return
  const [books, tokenFor, site] = await Promise.all([
    weeklyBooks(services, issue),
    unsubscribeTokens(services),
    readSiteSettings(services),
  ])
  const house = { ...site, publicUrl: services.settings.publicUrl }
  if (books.fresh.length === 0) return
  const waiting = await dueIn(services, { issue, first, last })
  const failures: unknown[] = []
  const sendNext = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop())
      await sendOne(services, { id, issue, books, house, stopToken: tokenFor(id) }).catch((error: unknown) =>
        failures.push(error),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  if (failures.length > 0) throw new Error(`${failures.length} weekly mails wait`, { cause: failures[0] })
}

const dueIn = async ({ db }: Services, { issue, first, last }: Batch): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('weeklyMail', '=', true)
    .where('weeklyEdition', '<', issue)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  return rows.map(({ id }) => id)
}

interface Copy {
  id: string
  issue: Date
  books: WeeklyBooks
  house: SiteIdentity & { publicUrl: string }
  stopToken: string
}

/**
 * Marks the issue as sent before it is: a process that is killed in between leaves one person without a mail, never
 * with two. Only a mail that was refused is unmarked, for another try.
 */
const sendOne = async (services: Services, { id, issue, books, house, stopToken }: Copy): Promise<void> => {
  const { rows } = await sql<{ email: string; username: string; had: Date }>`
    update users set weekly_edition = ${issue}
    where id = ${id} and weekly_mail and weekly_edition < ${issue}
    returning new.email, new.username, old.weekly_edition as had`.execute(services.db)
  const [reader] = rows
  if (!reader) return
  const { email, username, had } = reader
  const letter = renderWeeklyMail(house, books, { username, stopToken })
  try {
    await services.mailer.send({ id: `weekly-${issue.getTime()}-${id}`, to: email, ...letter })
  } catch (error) {
    await services.db
      .updateTable('users')
      .set({ weeklyEdition: had })
      .where('id', '=', id)
      .where('weeklyEdition', '=', issue)
      .execute()
    throw error
  }
}

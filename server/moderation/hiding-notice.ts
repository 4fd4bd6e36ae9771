import { renderMail } from '#server/accounts/mail-template.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { COLUMNS, type HiddenKind } from './hidden-kinds.ts'
import { lastDayOf } from '#server/accounts/last-day.ts'

export const HIDING_NOTICE_JOB = 'hiding-notice-mail'

type Change = 'hidden' | 'changed' | 'shown'

interface HidingNotice {
  kind: HiddenKind
  id: string
  userId: string | null
  change: Change
}

/** Queues a mail to whose book, comments or list were hidden or shown. */
export const queueHidingNotice = async (
  { jobs }: Services,
  trx: Database,
  { kind, id, userId, change }: HidingNotice,
): Promise<void> => {
  if (userId) await jobs.enqueue(trx, HIDING_NOTICE_JOB, { kind, id, userId, change })
}

/** Sends it with the reason and the end as they are now. Guests have no address; what was shown again meanwhile is not announced as hidden. */
export const sendHidingNotice = async (
  { db, mailer, siteUrl }: Services,
  { kind, id, userId, change }: HidingNotice,
  jobId: string,
): Promise<void> => {
  if (!userId) return
  const user = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  const title = await titleOf(db, kind, id)
  const hiding = await db
    .selectFrom('hidings')
    .select(['reason', 'until'])
    .where(COLUMNS[kind], '=', id)
    .where('byPublisher', '=', false)
    .executeTakeFirst()
  if (!user?.email || title === undefined || (change === 'shown') === (hiding !== undefined)) return
  const what = WHAT[kind](title)
  const site = await readSiteSettings({ db })
  const content = hiding
    ? {
        subject: `${what.name} ${what.are} hidden`,
        before: `the moderators of ${site.siteName} have hidden ${what.inSentence}. The reason: ${hiding.reason}\n\n${what.effect} ${
          hiding.until ? `It is shown again after ${lastDayOf(hiding.until)}.` : 'There is no date at which this ends.'
        } You still find it here:`,
        after: 'Nothing was deleted. If you think that this is a mistake, you can answer once, on that page.',
      }
    : {
        subject: `${what.name} ${what.are} shown again`,
        before: `everyone sees ${what.inSentence} again. You find it here:`,
        after: 'You need to do nothing.',
      }
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, {
      greeting: `Hello ${user.username},`,
      link: `${siteUrl.current()}/profile/reports`,
      ...content,
    }),
  })
}

const WHAT = {
  book: (title: string) => ({
    name: 'Your book',
    are: 'is',
    inSentence: `your book “${title}”`,
    effect: 'Others no longer find or open it. You still see it among your own books, and can export it.',
  }),
  comment: (title: string) => ({
    name: 'Your comment',
    are: 'is',
    inSentence: `your comment on “${title}”`,
    effect: 'Others no longer see it.',
  }),
  list: (name: string) => ({
    name: 'Your list',
    are: 'is',
    inSentence: `your list “${name}”`,
    effect: 'Others no longer see it.',
  }),
  person: () => ({
    name: 'Your books and comments',
    are: 'are',
    inSentence: 'all your books, comments and lists',
    effect: 'Others no longer see them, nor what you publish and write until then.',
  }),
}

/** The title of the book, or of the book that the comment is on, or the name of the list; undefined if it was deleted. */
const titleOf = async (db: Database, kind: HidingNotice['kind'], id: string): Promise<string | undefined> => {
  if (kind === 'person') return ''
  if (kind === 'list')
    return (await db.selectFrom('lists').select('name').where('id', '=', id).executeTakeFirst())?.name
  const books = db.selectFrom('books').select('title')
  const book =
    kind === 'book'
      ? await books.where('id', '=', id).executeTakeFirst()
      : await books.innerJoin('comments', 'bookId', 'books.id').where('comments.id', '=', id).executeTakeFirst()
  return book?.title
}

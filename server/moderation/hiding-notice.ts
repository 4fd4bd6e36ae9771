import type { Texts } from '#server/platform/language/texts.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { COLUMNS, type HiddenKind } from './hidden-kinds.ts'
import { reasonIn } from './reason-in.ts'

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
  const user = await db
    .selectFrom('users')
    .select(['email', 'username', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const title = await titleOf(db, kind, id)
  const hiding = await db
    .selectFrom('hidings')
    .select(['reason', 'until'])
    .where(COLUMNS[kind], '=', id)
    .where('byPublisher', '=', false)
    .executeTakeFirst()
  if (!user?.email || title === undefined || (change === 'shown') === (hiding !== undefined)) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, user.language)
  const content = hiding
    ? hiddenContent(texts, kind, { ...hiding, ...site, title, reason: reasonIn(texts, hiding.reason) })
    : shownContent(texts, kind, title)
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, texts, {
      greeting: texts.mails.FRAME.greeting({ name: user.username }),
      link: `${siteUrl.current()}/profile/reports`,
      ...content,
    }),
  })
}

interface Hidden {
  siteName: string
  title: string
  reason: string
  until: Date | null
}

const hiddenContent = ({ mails: { HIDDEN, HIDING }, day }: Texts, kind: HiddenKind, hidden: Hidden) => {
  const { subject, before, effect } = HIDDEN[kind]
  const end = hidden.until ? HIDING.until({ date: day(hidden.until) }) : HIDING.forever
  return {
    subject,
    before: `${before(hidden)}\n\n${effect} ${end} ${HIDING.stillFound}`,
    after: HIDING.after,
  }
}

const shownContent = ({ mails: { SHOWN_AGAIN, HIDING } }: Texts, kind: HiddenKind, title: string) => {
  const { subject, before } = SHOWN_AGAIN[kind]
  return { subject, before: typeof before === 'string' ? before : before({ title }), after: HIDING.afterShown }
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

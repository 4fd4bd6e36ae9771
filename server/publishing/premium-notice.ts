import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { stopAddresses, stopHeaders, wantsMail } from '#server/notices/notice-settings.ts'
import { recordEvent } from '#server/notices/record-event.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

export const PREMIUM_NOTICE_JOB = 'premium-notice-mail'

interface PremiumState {
  publisherId: string | null
  isPremium: boolean
  premiumUntil: Date | null
}

interface Change {
  id: string
  before: PremiumState
  after: PremiumState
  callerId: string
}

/** Queues a mail to the publisher of a book that somebody else has made premium. */
export const queuePremiumNotice = async (
  { jobs, now }: Services,
  trx: Database,
  { id, before, after, callerId }: Change,
): Promise<void> => {
  const { publisherId } = after
  if (!publisherId || publisherId === callerId) return
  if (!isPremiumAt(after, now()) || isPremiumAt(before, now())) return
  await recordEvent(trx, { kind: 'premium', bookId: id, actorId: callerId, at: now() })
  await jobs.enqueue(trx, PREMIUM_NOTICE_JOB, { userId: publisherId, bookId: id })
}

const isPremiumAt = ({ isPremium, premiumUntil }: Pick<PremiumState, 'isPremium' | 'premiumUntil'>, now: Date) =>
  isPremium && (premiumUntil === null || premiumUntil > now)

/** Sends it with the end date as it is now; not if the book is no longer premium, or the publisher wants no such mail. */
export const sendPremiumNotice = async (
  { db, mailer, siteUrl, now }: Services,
  { userId, bookId }: { userId: string; bookId: string },
  jobId: string,
): Promise<void> => {
  const book = await db
    .selectFrom('books')
    .innerJoin('users', 'users.id', 'publisherId')
    .select(['title', 'isPremium', 'premiumUntil', 'username', 'email', 'users.language'])
    .where('books.id', '=', bookId)
    .where('users.id', '=', userId)
    .where(mayGetMail(now()))
    .executeTakeFirst()
  if (!book?.email || !isPremiumAt(book, now()) || !(await wantsMail({ db }, userId, 'premium'))) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, book.language)
  const { FRAME, PREMIUM } = texts.mails
  const named = { siteName: site.siteName, title: book.title }
  await mailer.send({
    id: jobId,
    to: book.email,
    headers: stopHeaders((await stopAddresses({ db, siteUrl }))(userId, 'premium')),
    ...renderMail(site, texts, {
      subject: PREMIUM.subject(named),
      greeting: FRAME.greeting({ name: book.username }),
      before: book.premiumUntil
        ? PREMIUM.beforeUntil({ ...named, date: texts.day(book.premiumUntil) })
        : PREMIUM.before(named),
      link: `${siteUrl.current()}/book/premium/${bookId}`,
      after: PREMIUM.after,
    }),
  })
}

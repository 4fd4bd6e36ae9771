import { buffer } from 'node:stream/consumers'
import { DAY_MS } from '#contract/values/durations.ts'
import { DEVICE_BOOKS, type DEVICE_REFUSALS } from '#contract/send-to-device.ts'
import { isProblem, Problem } from '#contract/api/problems.ts'
import { isSuspendedAt } from '#server/restrictions/is-suspended.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { ViewCounter } from '#server/books/count-views.ts'
import { bookFiles } from '#server/books/cover-key.ts'
import { savedEpub } from '#server/books/read-book.ts'
import type { VerifyFile } from '#server/platform/file-integrity/verify-file.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { DeliveryUnknownError, MailRejectedError } from '#server/platform/mail/mailer.ts'
import { isTooLarge } from '#server/platform/mail/refusals.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { assertOffered } from './device-address.ts'

export const DEVICE_BOOK_JOB = 'device-book-mail'

const DAY = 86_400
const OF_PERSON = { max: DEVICE_BOOKS, seconds: DAY }
const OF_SITE = { max: 500, seconds: DAY }
const MEGABYTE = 1024 * 1024
/** By then no mail is tried again. */
const GIVEN_UP_MS = 4 * DAY_MS
const KEPT_MS = 30 * DAY_MS

interface Asked {
  id: string
  from: RequestOrigin
}

/** Queues the EPUB of a book for the device of the caller. One that waits already is sent once. */
export const sendToDevice = async (
  services: Services,
  views: Pick<ViewCounter, 'download'>,
  { id: userId }: Caller,
  { id, from }: Asked,
): Promise<void> => {
  const { db, storage, sharedRates, jobs, now } = services
  const { maxDeviceMegabytes } = await assertOffered(services)
  const { key, counts } = await savedEpub(services, { id, userId })
  assertSize(await storage.size(key), maxDeviceMegabytes)
  const isNew = await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const device = await trx
      .selectFrom('deviceAddresses')
      .select('isConfirmed')
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (!device?.isConfirmed) throw new Problem('noDevice')
    const added = await trx
      .insertInto('deviceBooks')
      .values({ userId, bookId: id, askedAt: now() })
      .onConflict((conflict) => conflict.columns(['userId', 'bookId']).where('state', '=', 'waiting').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    await sharedRates.take(`device books of ${userId}`, OF_PERSON, trx)
    await sharedRates.take('device books', OF_SITE, trx)
    await jobs.enqueue(trx, DEVICE_BOOK_JOB, { userId, asked: added.id })
    return true
  })
  if (isNew && counts) views.download(id, from)
}

const assertSize = (bytes: number | undefined, megabytes: number) => {
  if (bytes === undefined) throw new Problem('noEpub')
  if (bytes > megabytes * MEGABYTE)
    throw new Problem('tooLargeForDevice', {
      message: `This EPUB has ${(bytes / MEGABYTE).toFixed(1)} MB. This library sends at most ${megabytes} MB to a device: save the book and copy it there.`,
    })
}

type Refusal = (typeof DEVICE_REFUSALS)[number]

/** What the owner of the device reads: that the book was not sent, and why. */
class NotSent extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** Sends a book that was asked for, if it may still be had; the reader is told on the profile if it is not sent. */
export const sendBook = async (services: Services, verify: VerifyFile, { asked }: { asked: string }, jobId: string) => {
  const { db, now } = services
  const end = async (state: 'sent' | 'unknown' | 'refused', reason: Refusal | null = null) => {
    const ended = { state, reason, endedAt: now() }
    await db.updateTable('deviceBooks').set(ended).where('id', '=', asked).where('state', '=', 'waiting').execute()
  }
  try {
    if (await mailBook(services, verify, asked, jobId)) await end('sent')
  } catch (error) {
    if (error instanceof NotSent) return end('refused', error.reason)
    // Sent again it might arrive twice, however large it is.
    if (error instanceof DeliveryUnknownError) return end('unknown')
    if (error instanceof MailRejectedError)
      await end('refused', isTooLarge(Object(error.cause) as object) ? 'too-large-for-server' : 'rejected')
    throw error
  }
}

/** Resolves to whether the book was still to be sent. */
const mailBook = async (services: Services, verify: VerifyFile, asked: string, jobId: string): Promise<boolean> => {
  const { db, mailer, storage, siteUrl, now } = services
  const row = await db
    .selectFrom('deviceBooks')
    .innerJoin('users', 'users.id', 'deviceBooks.userId')
    .leftJoin('deviceAddresses', (join) =>
      join.onRef('deviceAddresses.userId', '=', 'users.id').on('isConfirmed', '=', true),
    )
    .select(['users.id as userId', 'bookId', 'username', 'language', 'suspendedAt', 'suspendedUntil', 'address'])
    .where('deviceBooks.id', '=', asked)
    .where('deviceBooks.state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return false
  const site = await readSiteSettings({ db })
  if (site.deviceMail !== 'on' || isSuspendedAt(row, now())) throw new NotSent('stopped')
  if (!row.address) throw new NotSent('no-address')
  const { key, title, fileName, contentType } = await savedEpub(services, { id: row.bookId, userId: row.userId }).catch(
    (error: unknown) => {
      throw isProblem(error) && error.status < 500 ? new NotSent('not-offered') : error
    },
  )
  const size = await verify(bookFiles(key), key)
  if (size === undefined) throw new NotSent('not-offered')
  if (size > site.maxDeviceMegabytes * MEGABYTE) throw new NotSent('too-large')
  const texts = await mailTexts(site, row.language)
  const { DEVICE_BOOK, FRAME } = texts.mails
  await mailer.send({
    id: jobId,
    to: row.address,
    ...renderMail(site, texts, {
      subject: DEVICE_BOOK.subject({ title, siteName: site.siteName }),
      greeting: FRAME.greeting({ name: row.username }),
      before: DEVICE_BOOK.before({ title }),
      link: `${siteUrl.current()}/profile`,
      after: DEVICE_BOOK.after,
    }),
    attachments: [{ filename: fileName, contentType, content: await buffer(storage.read(key)) }],
  })
  return true
}

/** Says of what nobody took for days that it was not sent, and deletes what is old. */
export const endOldBooks = async ({ db, now }: Services): Promise<void> => {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await db
    .updateTable('deviceBooks')
    .set({ state: 'refused', reason: 'no-answer', endedAt: now() })
    .where('state', '=', 'waiting')
    .where('askedAt', '<', before(GIVEN_UP_MS))
    .execute()
  await db.deleteFrom('deviceBooks').where('askedAt', '<', before(KEPT_MS)).execute()
}

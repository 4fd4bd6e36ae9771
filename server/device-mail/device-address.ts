import { randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '#contract/values/durations.ts'
import { type Device, DEVICE_BOOKS_LISTED, DEVICE_CODE_HOURS } from '#contract/send-to-device.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { type RequestOrigin, recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import { shownTitle } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { MailRejectedError, sendOnce } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { codeEpub } from './code-epub.ts'

export const DEVICE_CODE_JOB = 'device-code-mail'

const DAY = 86_400
/** An address may be a stranger's: so many mails go to those that one person enters, to one from all people, and to all. */
const CODES_OF_PERSON = { max: 3, seconds: DAY }
const CODES_TO_ADDRESS = { max: 3, seconds: DAY }
const CODES_OF_SITE = { max: 200, seconds: DAY }
/** How many wrong codes may be entered before the one that was sent no longer counts. */
const WRONG_CODES = 5
const CODES = 1_000_000

const WRONG = 'This code is wrong. Look at the latest one that was sent to your device.'

/** The address of a person's device, what the site offers, and the latest books that were sent. */
export const readDevice = async ({ db, settings }: Services, { id: userId }: Pick<Caller, 'id'>): Promise<Device> => {
  const [site, known, books] = await Promise.all([
    readSiteSettings({ db }),
    selectAddress(db, userId),
    db
      .selectFrom('deviceBooks')
      .innerJoin('books', 'books.id', 'bookId')
      .select(['deviceBooks.id', 'askedAt', 'deviceBooks.state', 'reason', shownTitle])
      .where('userId', '=', userId)
      .orderBy('deviceBooks.id', 'desc')
      .limit(DEVICE_BOOKS_LISTED)
      .execute(),
  ])
  return {
    isOffered: site.deviceMail === 'on',
    sender: settings.sender,
    megabytes: site.maxDeviceMegabytes,
    address: known?.address ?? null,
    isConfirmed: known?.isConfirmed ?? false,
    isRefused: known?.isRefused ?? false,
    books: books.map(({ id, title, askedAt, state, reason }) => ({
      _id: id,
      title,
      askedAt: askedAt.toISOString(),
      state: state as Device['books'][number]['state'],
      reason: reason as Device['books'][number]['reason'],
    })),
  }
}

const selectAddress = (db: Database, userId: string) =>
  db.selectFrom('deviceAddresses').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Throws where the site sends no books. */
export const assertOffered = async ({ db }: Services) => {
  const site = await readSiteSettings({ db })
  if (site.deviceMail !== 'on') throw new Problem('noDeviceMail')
  return site
}

/** Takes the place of the address before. A mail to the new one has a code, and nothing else is sent until it is entered. */
export const enterDevice = async (services: Services, caller: Caller, address: string): Promise<Device> => {
  await assertOffered(services)
  const { db, sharedRates, jobs } = services
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const known = await selectAddress(trx, caller.id)
    if (known?.isConfirmed && known.address === address) throw new Problem('sameDevice')
    const now = services.now()
    const changesAt = (known?.confirmedAt?.getTime() ?? 0) + DAY_MS
    if (changesAt > now.getTime())
      throw new Problem('deviceChanged', { retryAfter: Math.ceil((changesAt - now.getTime()) / 1000) })
    await sharedRates.take(`device codes of ${caller.id}`, CODES_OF_PERSON, trx)
    await sharedRates.take(`device codes to ${address}`, CODES_TO_ADDRESS, trx)
    await sharedRates.take('device codes', CODES_OF_SITE, trx)
    const fresh = { ...WITHOUT_CODE, address, requestedAt: now }
    await trx
      .insertInto('deviceAddresses')
      .values({ userId: caller.id, ...fresh })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
      .execute()
    await jobs.enqueue(trx, DEVICE_CODE_JOB, { userId: caller.id, requestedAt: now.toISOString() })
  })
  return readDevice(services, caller)
}

const WITHOUT_CODE = { isConfirmed: false, isRefused: false, codeHash: null, codeEndsAt: null, wrongCodes: 0 }

const codeHashOf = (userId: string, code: string) => hashOf(`${userId} ${code}`)

interface AskedCode {
  userId: string
  requestedAt: string
}

/**
 * Sends a code in a mail and in a small book beside it, since a Kindle shows no mails. It names nobody: what people call
 * themselves could be a message to a stranger. The code is made here, so neither the queue nor the database ever holds it.
 */
export const sendDeviceCode = async (services: Services, { userId, requestedAt }: AskedCode, jobId: string) => {
  const { db, mailer, now } = services
  const site = await readSiteSettings({ db })
  const user = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .where(mayGetMail(now()))
    .executeTakeFirst()
  if (!user || site.deviceMail !== 'on') return
  const code = String(randomInt(CODES)).padStart(6, '0')
  const change = (values: { codeHash?: Buffer; codeEndsAt?: Date; isRefused?: boolean }) =>
    db
      .updateTable('deviceAddresses')
      .set(values)
      .where('userId', '=', userId)
      .where('requestedAt', '=', new Date(requestedAt))
      .where('isConfirmed', '=', false)
      .where('address', 'is not', null)
      .returning('address')
      .executeTakeFirst()
  const pending = await change({
    codeHash: codeHashOf(userId, code),
    codeEndsAt: new Date(now().getTime() + DEVICE_CODE_HOURS * HOUR_MS),
  })
  if (!pending?.address) return
  const texts = await mailTexts(site, user.language)
  const { DEVICE_CODE } = texts.mails
  const title = DEVICE_CODE.title({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
  const before = DEVICE_CODE.before(site)
  const after = DEVICE_CODE.after({ hours: DEVICE_CODE_HOURS })
  const content = codeEpub({
    language: texts.language,
    title,
    paragraphs: [before, after],
    identifier: jobId,
    madeAt: now(),
  })
  await sendOnce(mailer, {
    id: jobId,
    to: pending.address,
    ...renderMail(site, texts, {
      subject: DEVICE_CODE.subject(site),
      greeting: title,
      before,
      link: `${services.siteUrl.current()}/profile`,
      after,
    }),
    attachments: [{ filename: 'code.epub', contentType: 'application/epub+zip', content }],
  }).catch(async (error: unknown) => {
    if (error instanceof MailRejectedError) await change({ isRefused: true })
    throw error
  })
}

interface EnteredCode {
  code: string
  from: RequestOrigin
}

/** Confirms the address with the code that was sent to it. */
export const confirmDevice = async (services: Services, caller: Caller, { code, from }: EnteredCode) => {
  const { db, now } = services
  await assertOffered(services)
  const isRight = await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const known = await selectAddress(trx, caller.id)
    const { codeHash = null, codeEndsAt = null, wrongCodes = 0 } = known ?? {}
    if (!codeHash || !codeEndsAt || codeEndsAt < now() || wrongCodes >= WRONG_CODES)
      throw new Problem('deviceCodeEnded')
    const isRight = timingSafeEqual(codeHash, codeHashOf(caller.id, code))
    await trx
      .updateTable('deviceAddresses')
      .set(isRight ? { ...WITHOUT_CODE, isConfirmed: true, confirmedAt: now() } : { wrongCodes: wrongCodes + 1 })
      .where('userId', '=', caller.id)
      .execute()
    if (isRight) await recordSecurityEvent(trx, { userId: caller.id, kind: 'device-confirmed', from })
    return isRight
  })
  if (!isRight) throw new Problem('invalid', { message: WRONG, errors: { code: WRONG } })
  return readDevice(services, caller)
}

/** Idempotent. When the address was confirmed is kept, so that another one has to wait. */
export const removeDevice = ({ db }: Services, { id: userId }: Caller, from: RequestOrigin): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const known = await selectAddress(trx, userId)
    if (!known?.address) return
    await trx
      .updateTable('deviceAddresses')
      .set({ ...WITHOUT_CODE, address: null })
      .where('userId', '=', userId)
      .execute()
    if (known.isConfirmed) await recordSecurityEvent(trx, { userId, kind: 'device-removed', from })
  })

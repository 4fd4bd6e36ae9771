import { nameDevice } from '#contract/name-device.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from './mail-template.ts'
import type { RequestOrigin } from './security-events.ts'
import { shortenAddress } from './shorten-address.ts'

export const NEW_DEVICE_JOB = 'new-device-mail'

/** Somebody with the password could otherwise fill the owner's mailbox. */
const NOTICES = { max: 5, seconds: 86_400 }

interface NewDevice {
  userId: string
  device: string
  network: string
  at: string
}

export const queueNewDeviceNotice = async (
  { jobs, sharedRates, now }: Services,
  trx: Database,
  userId: string,
  { address, userAgent }: RequestOrigin,
): Promise<void> => {
  if (!(await sharedRates.allows(`new device mails ${userId}`, NOTICES, trx))) return
  const place = { device: nameDevice(userAgent), network: shortenAddress(address) }
  await jobs.enqueue(trx, NEW_DEVICE_JOB, { userId, ...place, at: now().toISOString() })
}

/** Tells the owner of an account that somebody has logged in on a device that was not used before. */
export const sendNewDeviceNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, device, network, at }: NewDevice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  if (!user?.email) return
  const site = await readSiteSettings({ db })
  const where = [device || 'an unknown device', ...(network ? [`network ${network}`] : [])].join(', ')
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, {
      subject: `New login to your ${site.siteName} account`,
      greeting: `Hello ${user.username},`,
      before: `Somebody has logged in to your account on a device that was not used before: ${where}, on ${TIME_FORMAT.format(new Date(at))} (UTC). If this was not you, end the session and change your password here:`,
      link: `${siteUrl.current()}/profile`,
      after: 'If it was you, there is nothing to do.',
    }),
  })
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

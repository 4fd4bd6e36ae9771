import { nameDevice } from '#contract/name-device.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { mailOwner } from './mail-owner.ts'
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
export const sendNewDeviceNotice = (services: Services, { userId, device, network, at }: NewDevice, jobId: string) => {
  const where = [device || 'an unknown device', ...(network ? [`network ${network}`] : [])].join(', ')
  return mailOwner(services, { userId, jobId }, (siteName) => ({
    subject: `New login to your ${siteName} account`,
    before: `Somebody has logged in to your account on a device that was not used before: ${where}, on ${TIME_FORMAT.format(new Date(at))} (UTC). If this was not you, end the session and change your password here:`,
    path: '/profile/security',
    after: 'If it was you, there is nothing to do.',
  }))
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

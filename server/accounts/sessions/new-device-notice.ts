import { nameDevice, partsOfDevice } from '#contract/shapes/name-device.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { mailOwner } from '#server/mails/mail-owner.ts'
import type { RequestOrigin } from './security-events.ts'
import { shortenAddress } from '#server/accounts/email/shorten-address.ts'

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
  return mailOwner(services, { userId, jobId }, ({ mails: { NEW_DEVICE }, time }, siteName) => {
    const parts = partsOfDevice(device)
    const named = parts ? NEW_DEVICE.onSystem(parts) : device || NEW_DEVICE.unknownDevice
    const place = network ? NEW_DEVICE.inNetwork({ device: named, network }) : named
    return {
      subject: NEW_DEVICE.subject({ siteName }),
      before: NEW_DEVICE.before({ place, time: time(new Date(at)) }),
      path: '/profile/security',
      after: NEW_DEVICE.after,
    }
  })
}

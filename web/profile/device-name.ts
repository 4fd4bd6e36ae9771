import { partsOfDevice } from '#contract/shapes/name-device.ts'
import { SESSIONS } from '#web/messages/profile.ts'

/** The name of a device in the language of the pages; the server stores it in English. */
export const deviceName = (device: string): string => {
  const parts = partsOfDevice(device)
  return parts ? SESSIONS.device(parts.browser, parts.system) : device
}

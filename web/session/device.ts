import type { Device } from '#contract/reading.ts'
import { DEVICES } from '#web/messages/reading.ts'
import { readStored, writeStored } from './stored.ts'

const DEVICE = 'device'
const VERSION_4 = 0x40
const VARIANT = 0x80

/** This browser, by an id that it gave itself and keeps, and a name that its reader knows it by. */
export const thisDevice = (): Device => {
  const known = readStored('localStorage', DEVICE)
  const id = known ?? newId()
  if (!known) writeStored('localStorage', DEVICE, id)
  return { id, name: nameOf(navigator.userAgent) }
}

// crypto.randomUUID is missing where the site is reached without TLS, as in a house's own network.
const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Tablets either say so, or are Android without 'Mobile'; an iPad that poses as a Mac is a computer. */
export const nameOf = (userAgent: string): string => {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return DEVICES.tablet
  return /Mobi|iPhone|Android/.test(userAgent) ? DEVICES.phone : DEVICES.computer
}

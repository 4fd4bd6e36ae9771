import type { Device } from '#contract/reading.ts'
import { DEVICES } from '#web/messages/reading.ts'
import { readStored, writeStored } from './browser-storage.ts'

const DEVICE = 'device'
const VERSION_4 = 0x40
const VARIANT = 0x80

/** This browser's stored random id, and the name shown to its reader. */
export const thisDevice = (): Device => {
  const stored = readStored('localStorage', DEVICE)
  const id = stored ?? newId()
  if (!stored) writeStored('localStorage', DEVICE, id)
  return { id, name: deviceName(navigator.userAgent) }
}

// crypto.randomUUID is undefined without TLS, for example on a local network.
const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Tablets have 'iPad' or 'Tablet' in their user agent, or 'Android' without 'Mobile'. An iPad that claims to be a Mac counts as a computer. */
export const deviceName = (userAgent: string): string => {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return DEVICES.tablet
  return /Mobi|iPhone|Android/.test(userAgent) ? DEVICES.phone : DEVICES.computer
}

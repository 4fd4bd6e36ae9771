import type { Device } from '#contract/reading.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { randomId } from './new-id.ts'

const DEVICE = 'device'

/** This browser's stored random id, and the name shown to its reader. */
export const thisDevice = (): Device => {
  const stored = readStored('localStorage', DEVICE)
  const id = stored ?? randomId()
  if (!stored) writeStored('localStorage', DEVICE, id)
  return { id, name: deviceName(navigator.userAgent) }
}

/** Tablets have 'iPad' or 'Tablet' in their user agent, or 'Android' without 'Mobile'. An iPad that claims to be a Mac counts as a computer. */
export const deviceName = (userAgent: string): string => {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'Tablet'
  return /Mobi|iPhone|Android/.test(userAgent) ? 'Phone' : 'Computer'
}

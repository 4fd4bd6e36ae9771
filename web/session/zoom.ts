import { readStored, storedKeys, writeStored } from './browser-storage.ts'

const PREFIX = 'zoom:'

/** The zoom that was set for a book in this browser, a scale or the name of a fit; else one that fits the window. */
export const savedZoom = (bookId: string): string => readStored('localStorage', PREFIX + bookId) ?? 'auto'

export const writeZoom = (bookId: string, zoom: string) => writeStored('localStorage', PREFIX + bookId, zoom)

/** At logout: the keys name the books that were read. */
export const removeZooms = () => {
  for (const key of storedKeys('localStorage', PREFIX)) writeStored('localStorage', key, null)
}

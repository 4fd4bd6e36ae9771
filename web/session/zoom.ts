import { readStored, storedKeys, writeStored } from './browser-storage.ts'

const ZOOM = 'zoom:'
const ROTATION = 'rotation:'

/** The zoom that was set for a book in this browser, if one was: a scale or the name of a fit. */
export const savedZoom = (bookId: string): string | undefined => readStored('localStorage', ZOOM + bookId) ?? undefined

export const writeZoom = (bookId: string, zoom: string) => writeStored('localStorage', ZOOM + bookId, zoom)

/** How the pages of a book were rotated in this browser: 0, 90, 180 or 270 degrees. */
export const savedRotation = (bookId: string): number => {
  const degrees = Number(readStored('localStorage', ROTATION + bookId))
  return degrees % 90 === 0 ? degrees % 360 : 0
}

export const writeRotation = (bookId: string, degrees: number) =>
  writeStored('localStorage', ROTATION + bookId, degrees === 0 ? null : String(degrees))

/** At logout: the keys name the books that were read. */
export const removeZooms = () => {
  for (const prefix of [ZOOM, ROTATION])
    for (const key of storedKeys('localStorage', prefix)) writeStored('localStorage', key, null)
}

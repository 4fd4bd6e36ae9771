import { create } from 'fontkit'

/** A font of all of Unicode has 65,535 glyphs; with more bytes it is no font for a book. */
const MAX_BYTES = 24 * 1024 * 1024

/** Whether a font can be read: what is broken, or is something else, never reaches a browser. */
export const isFont = (bytes: Buffer): boolean => {
  if (bytes.length > MAX_BYTES) return false
  try {
    const font = create(bytes)
    return 'numGlyphs' in font && font.numGlyphs > 0 && font.unitsPerEm > 0 && font.characterSet.length > 0
  } catch {
    return false
  }
}

interface Pixels {
  width: number
  height: number
}

/** The pixels that the header of a PNG, JPEG, GIF or WebP names; undefined for anything else. */
export const pixelsOf = (bytes: Buffer): Pixels | undefined => {
  const begins = (letters: string, at = 0) => bytes.toString('latin1', at, at + letters.length) === letters
  const has = (length: number) => bytes.length >= length
  if (begins('\x89PNG') && has(24)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (begins('GIF8') && has(10)) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (begins('\xFF\xD8')) return pixelsOfJpeg(bytes)
  if (!begins('WEBP', 8) || !has(30)) return undefined
  if (begins('VP8X', 12)) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (begins('VP8 ', 12)) return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  const bits = bytes.readUInt32LE(21)
  return begins('VP8L', 12) ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
}

/** Markers that begin what the picture is made of, beside those of tables (C4, C8 and CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const pixelsOfJpeg = (bytes: Buffer): Pixels | undefined => {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    // Bytes between two parts.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

import { crc32 } from 'node:zlib'

/**
 * A picture without what it says of its place, time, camera and owner; its pixels, its colours and which way is up stay
 * as they are. One that is damaged stays as it is.
 */
export const stripMetadata = (bytes: Buffer, type: string): Buffer => {
  try {
    return STRIP.get(type)?.(bytes) ?? bytes
  } catch (error) {
    // A length in it leads out of it.
    if (error instanceof RangeError) return bytes
    throw error
  }
}

const slice = (bytes: Buffer, begin: number, end: number): Buffer => {
  if (end > bytes.length || end < begin) throw new RangeError('a part of a picture is cut off')
  return bytes.subarray(begin, end)
}

const startsWith = (bytes: Buffer, text: string): boolean => bytes.toString('latin1', 0, text.length) === text

const ORIENTATION = 0x112
const ONE_SHORT = '\0\x03\0\0\0\x01'

/** The orientation alone, of the Exif data that holds it. */
const orientationOnly = (exif: Buffer): Buffer | undefined => {
  const isLittle = startsWith(exif, 'II')
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  try {
    const start = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
    for (let n = 0; n < short(start); n += 1) {
      const at = start + 2 + 12 * n
      if (short(at) !== ORIENTATION) continue
      const value = short(at + 8)
      if (value < 2 || value > 8) return undefined
      return Buffer.from(`MM\0*\0\0\0\x08\0\x01\x01\x12${ONE_SHORT}\0${String.fromCharCode(value)}${'\0'.repeat(6)}`)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

const EXIF = 'Exif\0\0'
const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe }
/** After 0xff within a scan: that byte itself, filled space, or a restart. */
const goesOn = (byte: number): boolean => byte === 0 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7)

const stripJpeg = (bytes: Buffer): Buffer => {
  const kept = [slice(bytes, 0, 2)]
  for (let at = 2; ;) {
    if (slice(bytes, at, at + 2)[0] !== 0xff) throw new RangeError('a segment is missing')
    const marker = bytes[at + 1] as number
    if (marker === JPEG.end) return Buffer.concat([...kept, slice(bytes, at, at + 2)])
    // Bytes that fill the space before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    kept.push(keptSegment(marker, slice(bytes, at + 4, end), slice(bytes, at, end)))
    at = end
    if (marker !== JPEG.scan) continue
    at = endOfScan(bytes, end)
    kept.push(slice(bytes, end, at))
    // Cut off, but shown as far as it goes.
    if (at === bytes.length) return Buffer.concat(kept)
  }
}

const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (!goesOn(next)) return at
  }
  return bytes.length
}

const NOTHING = Buffer.alloc(0)

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** What stays of a segment of applications: those that say how the pixels are to be shown. */
const keptSegment = (marker: number, content: Buffer, whole: Buffer): Buffer => {
  if (marker === JPEG.comment) return NOTHING
  if (marker < 0xe0 || marker > 0xef) return whole
  // Without the small picture, which may show what was cut off.
  if (marker === 0xe0 && startsWith(content, 'JFIF\0'))
    return segment(marker, Buffer.concat([slice(content, 0, 12), Buffer.alloc(2)]))
  if (marker === 0xe1 && startsWith(content, EXIF)) {
    const orientation = orientationOnly(content.subarray(EXIF.length))
    return orientation ? segment(marker, Buffer.concat([Buffer.from(EXIF), orientation])) : NOTHING
  }
  if (marker === 0xe2 && startsWith(content, 'ICC_PROFILE\0')) return whole
  return marker === 0xee && startsWith(content, 'Adobe') ? segment(marker, slice(content, 0, 12)) : NOTHING
}

const PNG_KEPT = new Set([
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'mDCV',
  'cLLI',
  'tRNS',
  'bKGD',
  'hIST',
  'pHYs',
  'sPLT',
  'acTL',
  'fcTL',
  'fdAT',
])

const stripPng = (bytes: Buffer): Buffer => {
  const kept = [slice(bytes, 0, 8)]
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const name = slice(bytes, at + 4, at + 8).toString('latin1')
    const content = slice(bytes, at + 8, at + 8 + length)
    const end = at + 12 + length
    const isCritical = /^[A-Z]/.test(name)
    if (isCritical || PNG_KEPT.has(name)) kept.push(slice(bytes, at, end))
    const orientation = name === 'eXIf' ? orientationOnly(content) : undefined
    if (orientation) kept.push(pngChunk(name, orientation))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
}

const pngChunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

const stripWebp = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = []
  let hasExif = false
  const riffEnd = slice(bytes, 0, 8 + bytes.readUInt32LE(4)).length
  for (let at = 12; at < riffEnd;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const content = slice(bytes, at + 8, at + 8 + length)
    if (WEBP_KEPT.has(name)) kept.push(webpChunk(name, content))
    const orientation =
      name === 'EXIF' ? orientationOnly(startsWith(content, EXIF) ? content.subarray(EXIF.length) : content) : undefined
    if (orientation) kept.push(webpChunk(name, orientation))
    hasExif ||= orientation !== undefined
    at += 8 + length + (length % 2)
  }
  const [first] = kept
  if (first && startsWith(first, 'VP8X')) {
    const flags = slice(first, 8, 9).readUInt8() & ~(HAS_EXIF | HAS_XMP)
    first[8] = flags | (hasExif ? HAS_EXIF : 0)
  }
  const chunks = Buffer.concat(kept)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}

/** In new memory. */
const webpChunk = (name: string, content: Buffer): Buffer => {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2))
  chunk.write(name, 'latin1')
  chunk.writeUInt32LE(content.length, 4)
  content.copy(chunk, 8)
  return chunk
}

const GIF = { image: 0x2c, extension: 0x21, end: 0x3b, comment: 0xfe, application: 0xff }
const LOOPS = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

const stripGif = (bytes: Buffer): Buffer => {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const endOfBlocks = (start: number) => {
    let at = start
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
    return at + 1
  }
  const start = 13 + tableBytes(bytes.readUInt8(10))
  const kept = [slice(bytes, 0, start)]
  for (let at = start; ;) {
    const kind = bytes.readUInt8(at)
    if (kind === GIF.end) return Buffer.concat([...kept, slice(bytes, at, at + 1)])
    if (kind !== GIF.image && kind !== GIF.extension) throw new RangeError('a block is missing')
    const blocks = kind === GIF.image ? at + 11 + tableBytes(bytes.readUInt8(at + 9)) : at + 2
    const end = endOfBlocks(blocks)
    const label = kind === GIF.extension ? bytes.readUInt8(at + 1) : undefined
    const isWords =
      label === GIF.comment ||
      (label === GIF.application && !LOOPS.test(bytes.toString('latin1', blocks + 1, blocks + 12)))
    if (!isWords) kept.push(slice(bytes, at, end))
    at = end
  }
}

const STRIP = new Map([
  ['image/jpeg', stripJpeg],
  ['image/png', stripPng],
  ['image/webp', stripWebp],
  ['image/gif', stripGif],
])

import { TemplateError } from './template-error.ts'

export const STRING_POOL = 0x0001
const HEADER_BYTES = 28
const IS_UTF8 = 0x100

interface Pool {
  strings: string[]
  /** The offsets of the styles, and the styles, as they are. */
  styles: { count: number; offsets: Buffer; spans: Buffer }
}

/** Reads the pool of strings of a binary XML file or of a table of resources: the chunk that `bytes` is. */
export const readPool = (bytes: Buffer): Pool => {
  if (bytes.readUInt16LE(0) !== STRING_POOL) throw new TemplateError('a pool of strings is missing')
  const [count, styleCount, flags, stringsStart, stylesStart] = [8, 12, 16, 20, 24].map((at) =>
    bytes.readUInt32LE(at),
  ) as [number, number, number, number, number]
  const readString = (flags & IS_UTF8) === 0 ? readUtf16 : readUtf8
  const strings = Array.from({ length: count }, (_, index) =>
    readString(bytes, stringsStart + bytes.readUInt32LE(HEADER_BYTES + 4 * index)),
  )
  const offsets = HEADER_BYTES + 4 * count
  return {
    strings,
    styles: {
      count: styleCount,
      offsets: bytes.subarray(offsets, offsets + 4 * styleCount),
      spans: styleCount > 0 ? bytes.subarray(stylesStart) : Buffer.alloc(0),
    },
  }
}

/** In UTF-16: Android reads the other form with an UTF-8 of its own. */
export const writePool = ({ strings, styles }: Pool): Buffer => {
  const packed = strings.map(packUtf16)
  const offsets = Buffer.alloc(4 * strings.length)
  let length = 0
  for (const [index, string] of packed.entries()) {
    offsets.writeUInt32LE(length, 4 * index)
    length += string.length
  }
  const body = [offsets, styles.offsets, ...packed, Buffer.alloc(-length & 3)]
  const stringsStart = HEADER_BYTES + offsets.length + styles.offsets.length
  const stylesStart = stringsStart + length + (-length & 3)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16LE(STRING_POOL, 0)
  header.writeUInt16LE(HEADER_BYTES, 2)
  const words = [stylesStart + styles.spans.length, strings.length, styles.count, 0, stringsStart]
  for (const [index, word] of words.entries()) header.writeUInt32LE(word, 4 + 4 * index)
  header.writeUInt32LE(styles.count > 0 ? stylesStart : 0, 24)
  return Buffer.concat([header, ...body, styles.spans])
}

const readUtf8 = (bytes: Buffer, at: number): string => {
  const [, afterUnits] = readLength(bytes, at)
  const [length, start] = readLength(bytes, afterUnits)
  return bytes.toString('utf8', start, start + length)
}

const readLength = (bytes: Buffer, at: number): [length: number, next: number] => {
  const first = bytes.readUInt8(at)
  return first < 0x80 ? [first, at + 1] : [((first & 0x7f) << 8) | bytes.readUInt8(at + 1), at + 2]
}

const readUtf16 = (bytes: Buffer, at: number): string => {
  const first = bytes.readUInt16LE(at)
  const isLong = first >= 0x8000
  const length = isLong ? ((first & 0x7fff) << 16) | bytes.readUInt16LE(at + 2) : first
  const start = at + (isLong ? 4 : 2)
  return bytes.toString('utf16le', start, start + 2 * length)
}

const packUtf16 = (text: string): Buffer => {
  const { length } = text
  const words = length < 0x8000 ? [length] : [0x8000 | (length >>> 16), length & 0xffff]
  const packed = Buffer.alloc(2 * (words.length + length + 1))
  for (const [index, word] of words.entries()) packed.writeUInt16LE(word, 2 * index)
  packed.write(text, 2 * words.length, 'utf16le')
  return packed
}

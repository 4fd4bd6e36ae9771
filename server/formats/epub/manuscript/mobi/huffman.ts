import { asciiAt, damaged, MAX_RECORD, number16, number32, slice, tooComplex } from './bytes.ts'
import type { PalmDatabase } from './palm-database.ts'

const MAX_DICTIONARY_RECORDS = 1024
const MAX_PHRASES = 4_000_000
/** Phrases are made of phrases, of which each is unpacked once. */
const MAX_DEPTH = 64
const MAX_PHRASE_BYTES = 32 * 1024 * 1024

interface Phrase {
  bytes: Buffer
  isUnpacked: boolean
  isOpen: boolean
}

/** Unpacks records that are written as codes of phrases (HUFF and CDIC). */
export const openHuffman = (file: PalmDatabase, { first, count }: { first: number; count: number }) => {
  if (count < 2 || count > MAX_DICTIONARY_RECORDS) damaged()
  const codes = readCodes(file.record(first))
  const phrases: Phrase[] = []
  for (let at = 1; at < count; at += 1) readPhrases(file.record(first + at), phrases)
  let kept = 0

  const unpack = (record: Buffer, depth: number): Buffer => {
    if (depth > MAX_DEPTH) damaged()
    const parts: Buffer[] = []
    let length = 0
    const bits = record.length * 8
    for (let at = 0; at < bits;) {
      const { size, phrase } = codes(windowAt(record, at))
      at += size
      // The last bits are none.
      if (at > bits) break
      const bytes = unpackPhrase(phrases[phrase] ?? damaged(), depth)
      if ((length += bytes.length) > MAX_RECORD) damaged()
      parts.push(bytes)
      // A phrase without bytes would be read again and again.
      if (parts.length > MAX_RECORD) damaged()
    }
    return Buffer.concat(parts)
  }
  const unpackPhrase = (phrase: Phrase, depth: number): Buffer => {
    if (phrase.isUnpacked) return phrase.bytes
    if (phrase.isOpen) damaged()
    phrase.isOpen = true
    phrase.bytes = unpack(phrase.bytes, depth + 1)
    phrase.isUnpacked = true
    if ((kept += phrase.bytes.length) > MAX_PHRASE_BYTES) tooComplex()
    return phrase.bytes
  }
  return (record: Buffer) => unpack(record, 0)
}

/** The 32 bits from one on. */
const windowAt = (record: Buffer, bit: number): number => {
  const byte = bit >>> 3
  const at = (offset: number) => record[byte + offset] ?? 0
  const high = ((at(0) << 24) | (at(1) << 16) | (at(2) << 8) | at(3)) >>> 0
  const shift = bit & 7
  return shift === 0 ? high : ((high << shift) | (at(4) >>> (8 - shift))) >>> 0
}

const LONGEST = 32

/** Finds a code, and the number of its phrase, from the bits that begin with it. */
const readCodes = (record: Buffer): ((window: number) => { size: number; phrase: number }) => {
  if (asciiAt(record, 0, 4) !== 'HUFF') damaged()
  const [bytesAt, sizesAt] = [number32(record, 8), number32(record, 12)]
  const byFirstByte = Array.from({ length: 256 }, (_, byte) => number32(record, bytesAt + byte * 4))
  const bySize = Array.from({ length: LONGEST }, (_, at) => ({
    least: number32(record, sizesAt + at * 8),
    most: number32(record, sizesAt + at * 8 + 4),
  }))
  return (window) => {
    const entry = byFirstByte[window >>> 24] ?? damaged()
    let size = entry & 0x1f
    let most = entry >>> 8
    if (size === 0) damaged()
    if ((entry & 0x80) === 0) {
      while ((bySize[size - 1] ?? damaged()).least > window >>> (LONGEST - size)) size += 1
      most = bySize[size - 1]?.most ?? damaged()
    }
    return { size, phrase: most - (window >>> (LONGEST - size)) }
  }
}

const readPhrases = (record: Buffer, phrases: Phrase[]): void => {
  if (asciiAt(record, 0, 4) !== 'CDIC') damaged()
  const [total, bits] = [number32(record, 8), number32(record, 12)]
  if (total > MAX_PHRASES || bits > 16) damaged()
  const body = record.subarray(16)
  for (let at = Math.min(2 ** bits, total - phrases.length) - 1, read = 0; read <= at; read += 1) {
    const place = number16(body, read * 2)
    const length = number16(body, place)
    const bytes = slice(body, place + 2, length & 0x7fff)
    phrases.push({ bytes, isUnpacked: (length & 0x8000) !== 0, isOpen: false })
  }
}

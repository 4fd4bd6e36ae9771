import { asciiAt, byteAt, damaged, number16, number32, shortNumber, slice, tooComplex } from './bytes.ts'
import type { MobiHeader } from './mobi-header.ts'
import type { PalmDatabase } from './palm-database.ts'

const MAX_RECORDS = 4096
const MAX_ENTRIES = 200_000
const MAX_VALUES = 256
const MAX_TAGS = 256
/** The most values of all entries, which may lie over each other in their record. */
const MAX_ALL_VALUES = 4_000_000
const MAX_TEXT_BYTES = 8 * 1024 * 1024

export interface IndexEntry {
  name: string
  /** The numbers that it has, by their kinds. */
  values: ReadonlyMap<number, readonly number[]>
}

export interface MobiIndex {
  entries: IndexEntry[]
  /** A text that an entry names by its place; empty where there is none. */
  textAt: (place: number | undefined) => string
}

interface Tag {
  kind: number
  valuesEach: number
  mask: number
  endsByte: boolean
}

/** Reads an index (INDX), whose first record says how its entries are written. */
export const readMobiIndex = (file: PalmDatabase, at: number, { decode }: Pick<MobiHeader, 'decode'>): MobiIndex => {
  const main = indexRecord(file.record(at))
  const { bytes, headerLength, count } = main
  const texts = number32(bytes, 52)
  if (count > MAX_RECORDS || texts > MAX_RECORDS) damaged()
  const { tags, controlBytes } = readTags(bytes.subarray(headerLength))
  const entries: IndexEntry[] = []
  let valueCount = 0
  let textBytes = 0
  for (let next = 1; next <= count; next += 1) {
    const part = indexRecord(file.record(at + next))
    if (part.count * 2 > part.bytes.length) damaged()
    if (entries.length + part.count > MAX_ENTRIES) tooComplex()
    for (let entry = 0; entry < part.count; entry += 1) {
      const begin = number16(part.bytes, part.placesAt + 4 + entry * 2)
      const length = byteAt(part.bytes, begin)
      const name = slice(part.bytes, begin + 1, length).toString('latin1')
      const values = readValues(part.bytes, begin + 1 + length, { tags, controlBytes })
      for (const numbers of values.values()) valueCount += numbers.length
      if (valueCount > MAX_ALL_VALUES) tooComplex()
      entries.push({ name, values })
    }
  }
  return {
    entries,
    textAt: (place) => {
      if (place === undefined) return ''
      // Each record of texts counts as 65,536 bytes.
      const number = place >>> 16
      if (number >= texts) return ''
      const record = file.record(at + count + 1 + number)
      const { value, end } = shortNumber(record, place & 0xffff)
      // Entries may name the same long text again and again.
      if ((textBytes += value) > MAX_TEXT_BYTES) damaged()
      return decode(slice(record, end, value))
    },
  }
}

const indexRecord = (bytes: Buffer) => {
  if (asciiAt(bytes, 0, 4) !== 'INDX') damaged()
  return { bytes, headerLength: number32(bytes, 4), placesAt: number32(bytes, 20), count: number32(bytes, 24) }
}

const readTags = (bytes: Buffer): { tags: Tag[]; controlBytes: number } => {
  if (asciiAt(bytes, 0, 4) !== 'TAGX') damaged()
  const table = slice(bytes, 12, Math.max(0, number32(bytes, 4) - 12))
  if (table.length > MAX_TAGS * 4) damaged()
  const tags = Array.from({ length: table.length >> 2 }, (_, at): Tag => ({
    kind: byteAt(table, at * 4),
    valuesEach: byteAt(table, at * 4 + 1),
    mask: byteAt(table, at * 4 + 2),
    endsByte: (byteAt(table, at * 4 + 3) & 1) !== 0,
  }))
  return { tags, controlBytes: number32(bytes, 8) }
}

/** Bits of a byte say which numbers an entry has and how many; then these come, of which some kinds say their bytes. */
const readValues = (
  bytes: Buffer,
  at: number,
  { tags, controlBytes }: { tags: readonly Tag[]; controlBytes: number },
): Map<number, number[]> => {
  let place = at + controlBytes
  const read = () => {
    const { value, end } = shortNumber(bytes, place)
    place = end
    return value
  }
  let control = at
  const said: { kind: number; count?: number; length?: number }[] = []
  for (const { kind, valuesEach, mask, endsByte } of tags) {
    if (endsByte) {
      control += 1
      continue
    }
    const bits = byteAt(bytes, control) & mask
    if (bits === 0) continue
    if (bits === mask && mask & (mask - 1)) said.push({ kind, length: read() })
    else said.push({ kind, count: (bits / (mask & -mask)) * valuesEach })
  }
  const values = new Map<number, number[]>()
  for (const { kind, count = MAX_VALUES, length } of said) {
    const end = length === undefined ? Infinity : place + length
    const numbers: number[] = []
    while (length === undefined ? numbers.length < count : place < end) {
      if (numbers.length === MAX_VALUES) damaged()
      numbers.push(read())
    }
    values.set(kind, numbers)
  }
  return values
}

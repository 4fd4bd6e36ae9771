import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { asciiAt, damaged, number16, number32, slice } from './bytes.ts'
import type { PalmDatabase } from './palm-database.ts'

/** What numbers of records are where there is none. */
const NONE = 0xffffffff
const MOBI_AT = 16
const UTF_8 = 65_001
const KF8_VERSION = 8
const HAS_EXTH = 0x40
const MAX_EXTH_RECORDS = 10_000
const BOUNDARY = 121
const COMPRESSIONS = { 1: 'none', 2: 'palmdoc', 17_480: 'huffman' } as const

/** One of the books in a MOBI, as its first record tells of it. Places of records are those in the whole file. */
export interface MobiHeader {
  isKf8: boolean
  compression: (typeof COMPRESSIONS)[keyof typeof COMPRESSIONS]
  firstTextRecord: number
  textRecords: number
  /** What stands behind the text in its records, a bit for each kind. */
  trailing: number
  decode: (bytes: Buffer) => string
  isUtf8: boolean
  fullName: string
  /** A language of Windows. */
  locale: number
  firstPicture: number | undefined
  huffman: { first: number; count: number } | undefined
  contents: number | undefined
  guide: number | undefined
  flows: number | undefined
  fragments: number | undefined
  skeletons: number | undefined
  /** What it says of itself, by the numbers of these. */
  exth: ReadonlyMap<number, Buffer[]>
}

/** The newer of the books in a file, which has both kinds for devices of different age. Throws where one is protected. */
export const readMobiHeader = (file: PalmDatabase): MobiHeader => {
  const first = readHeader(file, 0)
  const [boundary] = first.exth.get(BOUNDARY) ?? []
  const at = boundary?.length === 4 ? number32(boundary, 0) : NONE
  const hasSecond = !first.isKf8 && at > 0 && at < file.count && asciiAt(file.record(at - 1), 0, 8) === 'BOUNDARY'
  if (!hasSecond) return first
  // Both share the pictures of the first.
  return { ...readHeader(file, at), firstPicture: first.firstPicture }
}

const readHeader = (file: PalmDatabase, at: number): MobiHeader => {
  const record = file.record(at)
  if (asciiAt(record, MOBI_AT, 4) !== 'MOBI') damaged()
  if (number16(record, 12) !== 0) throw new EpubRejectedError('drm')
  const length = number32(record, 20)
  const field = (place: number) => (place + 4 <= MOBI_AT + length ? number32(record, place) : NONE)
  const recordAt = (place: number) => (field(place) === NONE ? undefined : at + field(place))
  const isUtf8 = field(28) === UTF_8
  const decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252')
  const decode = (bytes: Buffer) => decoder.decode(bytes)
  const isKf8 = field(36) === KF8_VERSION
  const huffman = recordAt(112)
  const pictures = field(108)
  return {
    isKf8,
    isUtf8,
    decode,
    locale: field(92) === NONE ? 0 : field(92),
    compression: COMPRESSIONS[number16(record, 0) as keyof typeof COMPRESSIONS] ?? damaged(),
    firstTextRecord: at + 1,
    textRecords: number16(record, 8),
    trailing: field(240) === NONE ? 0 : field(240) & 0xffff,
    fullName: decode(nameOf(record)),
    firstPicture: pictures === NONE || pictures === 0 ? undefined : at + pictures,
    huffman: huffman === undefined ? undefined : { first: huffman, count: field(116) },
    contents: recordAt(244),
    ...(isKf8
      ? { flows: recordAt(192), fragments: recordAt(248), skeletons: recordAt(252), guide: recordAt(260) }
      : { flows: undefined, fragments: undefined, skeletons: undefined, guide: undefined }),
    exth: field(128) !== NONE && field(128) & HAS_EXTH ? readExth(record.subarray(MOBI_AT + length)) : new Map(),
  }
}

const nameOf = (record: Buffer): Buffer => {
  const [at, length] = [number32(record, 84), number32(record, 88)]
  return at + length <= record.length ? slice(record, at, length) : Buffer.alloc(0)
}

const readExth = (bytes: Buffer): Map<number, Buffer[]> => {
  const all = new Map<number, Buffer[]>()
  if (asciiAt(bytes, 0, 4) !== 'EXTH') return all
  const count = number32(bytes, 8)
  if (count > MAX_EXTH_RECORDS) damaged()
  let at = 12
  for (let read = 0; read < count; read += 1) {
    const [kind, length] = [number32(bytes, at), number32(bytes, at + 4)]
    if (length < 8) damaged()
    all.set(kind, [...(all.get(kind) ?? []), slice(bytes, at + 8, length - 8)])
    at += length
  }
  return all
}

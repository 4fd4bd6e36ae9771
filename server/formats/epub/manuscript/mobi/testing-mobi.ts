import { Buffer } from 'node:buffer'

/** A link in the text to an element with an id: `@{id}`. */
const LINK = /@\{([\w-]+)\}/g
const RECORD_BYTES = 4096
const HEADER_BYTES = 264
const NONE = 0xffffffff
export const EXTH = { author: 100, publisher: 101, description: 103, isbn: 104, subject: 105, date: 106 } as const

interface Entry {
  label: string
  /** The id of the element that it leads to. */
  id: string
  /** From 0. */
  level?: number
}

export interface MobiToWrite {
  title?: string
  /** What it says of itself, by numbers. */
  exth?: readonly (readonly [kind: number, value: string | number])[]
  contents?: readonly Entry[]
  pictures?: readonly Uint8Array[]
  compression?: 'none' | 'palmdoc' | 'huffman'
  encryption?: number
  locale?: number
  /** Fields of the header by their places, in place of what is right. */
  fields?: readonly (readonly [at: number, value: number])[]
}

/** A book of the older kind: the content of a body, in which `<mbp:pagebreak/>` begins a page. */
export interface Kf7ToWrite extends MobiToWrite {
  html: string
  /** The id of its page of contents. */
  contentsPage?: string
}

/** A book of the newer kind: the content of the body of each chapter. */
export interface Kf8ToWrite extends MobiToWrite {
  chapters: readonly string[]
  css?: string
}

/** Writes a MOBI of the older kind (KF7), with the records of another book after its own. */
export const aMobi = ({ html, contentsPage, ...book }: Kf7ToWrite, second: readonly Buffer[] = []): Buffer => {
  const guide = contentsPage === undefined ? '' : `<guide><reference type="toc" filepos=@{${contentsPage}} /></guide>`
  const linked = `<html><head>${guide}</head><body>${html}</body></html>`
  const placeholder = linked.replace(LINK, '0000000000')
  const placeOf = (id: string) => placeIn(placeholder, id)
  const text = Buffer.from(linked.replace(LINK, (_, id: string) => String(placeOf(id)).padStart(10, '0')))
  const index = (book.contents ?? []).map(({ id, level = 0 }, at) => ({
    name: String(at).padStart(3, '0'),
    values: [[placeOf(id)], [textPlace(book, at)], [level]],
  }))
  const tags = CONTENTS_TAGS.slice(0, 3)
  const records = writeBook(book, { text, version: 6, indexes: { contents: { tags, entries: index } } })
  if (second.length === 0) return writeDatabase(records)
  const boundary = records.length + 1
  return writeDatabase([
    ...writeBook(
      { ...book, exth: [...(book.exth ?? []), [BOUNDARY, boundary]] },
      {
        text,
        version: 6,
        indexes: { contents: { tags, entries: index } },
      },
    ),
    Buffer.from('BOUNDARY'),
    ...second,
  ])
}

const BOUNDARY = 121

/** Writes an AZW3, which is of the newer kind (KF8). */
export const anAzw3 = (book: Kf8ToWrite): Buffer => writeDatabase(kf8Records(book))

/** Writes a book of both kinds in one file. */
export const aJointMobi = (older: Kf7ToWrite, newer: Kf8ToWrite): Buffer =>
  aMobi(older, kf8Records({ ...newer, pictures: [] }))

const HEAD = '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head>'
const BODY = '<link rel="stylesheet" type="text/css" href="kindle:flow:0001?mime=text/css"/></head><body>'
const END = '</body></html>'

const kf8Records = ({ chapters, css = '', ...book }: Kf8ToWrite): Buffer[] => {
  const begin = HEAD + BODY
  const placeholders = chapters.map((chapter) => chapter.replace(LINK, 'kindle:pos:fid:0000:off:0000000000'))
  const placeOf = (id: string): [number, number] => {
    const at = placeholders.findIndex((chapter) => chapter.includes(`id="${id}"`))
    return [at, placeIn(placeholders[at] ?? '', id)]
  }
  const digits = (value: number, length: number) => value.toString(32).toUpperCase().padStart(length, '0')
  const link = (_: string, id: string) => {
    const [chapter, offset] = placeOf(id)
    return `kindle:pos:fid:${digits(chapter, 4)}:off:${digits(offset, 10)}`
  }
  const parts = chapters.map((chapter) => Buffer.from(chapter.replace(LINK, link)))
  const skeletons: IndexEntry[] = []
  const fragments: IndexEntry[] = []
  let at = 0
  for (const [number, part] of parts.entries()) {
    const length = begin.length + END.length
    skeletons.push({ name: `SKEL${String(number).padStart(10, '0')}`, values: [[1], [at, length]] })
    fragments.push({
      name: String(at + begin.length).padStart(10, '0'),
      values: [[0], [number], [number], [0, part.length]],
    })
    at += length + part.length
  }
  const styles = Buffer.from(css)
  const text = Buffer.concat([...parts.flatMap((part) => [Buffer.from(begin + END), part]), styles])
  const contents = (book.contents ?? []).map(({ id, level = 0 }, entry) => ({
    name: String(entry).padStart(3, '0'),
    values: [[0], [textPlace(book, entry)], [level], placeOf(id)],
  }))
  return writeBook(book, {
    text,
    version: 8,
    indexes: {
      contents: { tags: CONTENTS_TAGS, entries: contents },
      skeletons: { tags: [tag(1, 1, 1), tag(6, 2, 2)], entries: skeletons },
      fragments: { tags: [tag(2, 1, 1), tag(3, 1, 2), tag(4, 1, 4), tag(6, 2, 8)], entries: fragments },
    },
    flows: [
      [0, text.length - styles.length],
      [text.length - styles.length, text.length],
    ],
  })
}

/** Where the tag of an element with an id begins, in bytes. */
const placeIn = (html: string, id: string): number => {
  const at = html.lastIndexOf('<', html.indexOf(`id="${id}"`))
  return Buffer.byteLength(html.slice(0, at))
}

interface IndexTag {
  kind: number
  valuesEach: number
  mask: number
}
interface IndexEntry {
  name: string
  values: readonly (readonly number[])[]
}
interface IndexToWrite {
  tags: readonly IndexTag[]
  entries: readonly IndexEntry[]
}

const tag = (kind: number, valuesEach: number, mask: number): IndexTag => ({ kind, valuesEach, mask })
const CONTENTS_TAGS = [tag(1, 1, 1), tag(3, 1, 2), tag(4, 1, 4), tag(6, 2, 8)]

const textPlace = ({ contents = [] }: MobiToWrite, entry: number): number =>
  contents.slice(0, entry).reduce((place, { label }) => place + writeLabel(label).length, 0)

const writeLabel = (label: string): Buffer => {
  const bytes = Buffer.from(label)
  return Buffer.concat([shortNumber(bytes.length), bytes])
}

const shortNumber = (value: number): Buffer => {
  const bytes = [(value & 127) | 128]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(rest & 127)
  return Buffer.from(bytes)
}

const numbers32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4))
  return bytes
}

const INDEX_HEADER = 192

const indexRecord = (count: number, body: Buffer, { placesAt, texts = 0 }: { placesAt: number; texts?: number }) => {
  const header = Buffer.alloc(INDEX_HEADER)
  header.write('INDX')
  header.writeUInt32BE(INDEX_HEADER, 4)
  header.writeUInt32BE(placesAt, 20)
  header.writeUInt32BE(count, 24)
  header.writeUInt32BE(texts, 52)
  return Buffer.concat([header, body])
}

const writeIndex = ({ tags, entries }: IndexToWrite, labels: readonly string[]): Buffer[] => {
  const table = Buffer.concat([
    ...tags.map(({ kind, valuesEach, mask }) => Buffer.from([kind, valuesEach, mask, 0])),
    Buffer.from([0, 0, 0, 1]),
  ])
  const tagx = Buffer.concat([Buffer.from('TAGX'), numbers32(12 + table.length, 1), table])
  const control = tags.reduce((bits, { mask }) => bits | mask, 0)
  const written = entries.map(({ name, values }) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([control]),
      ...values.flat().map(shortNumber),
    ]),
  )
  const places = Buffer.alloc(4 + written.length * 2)
  places.write('IDXT')
  written.reduce((at, entry, number) => {
    places.writeUInt16BE(at, 4 + number * 2)
    return at + entry.length
  }, INDEX_HEADER)
  const body = Buffer.concat(written)
  return [
    indexRecord(1, tagx, { placesAt: INDEX_HEADER + tagx.length, texts: labels.length > 0 ? 1 : 0 }),
    indexRecord(entries.length, Buffer.concat([body, places]), { placesAt: INDEX_HEADER + body.length }),
    ...(labels.length > 0 ? [Buffer.concat(labels.map(writeLabel))] : []),
  ]
}

interface TextToWrite {
  text: Buffer
  version: 6 | 8
  indexes: { contents: IndexToWrite; skeletons?: IndexToWrite; fragments?: IndexToWrite }
  flows?: readonly (readonly [number, number])[]
}

const COMPRESSIONS = { none: 1, palmdoc: 2, huffman: 17_480 }

const writeBook = (book: MobiToWrite, { text, version, indexes, flows }: TextToWrite): Buffer[] => {
  const { title = 'A Book', compression = 'palmdoc', contents = [], pictures = [] } = book
  const records: Buffer[] = [Buffer.alloc(0)]
  const add = (all: readonly Buffer[]): number => {
    records.push(...all)
    return all.length === 0 ? NONE : records.length - all.length
  }
  const pack = { none: (bytes: Buffer) => bytes, palmdoc: packPalmDoc, huffman: packHuffman }[compression]
  const texts = Array.from({ length: Math.ceil(text.length / RECORD_BYTES) }, (_, at) =>
    pack(text.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)),
  )
  add(texts)
  const dictionary = compression === 'huffman' ? huffmanRecords() : []
  const labels = contents.map(({ label }) => label)
  const fields: (readonly [number, number])[] = [
    [20, HEADER_BYTES],
    [24, 2],
    [28, 65_001],
    [36, version],
    [92, book.locale ?? 9],
    [112, add(dictionary)],
    [116, dictionary.length],
    [128, 0x40],
    [240, 0],
    [244, add(contents.length > 0 ? writeIndex(indexes.contents, labels) : [])],
    [192, add(flows ? [Buffer.concat([Buffer.from('FDST'), numbers32(12, flows.length, ...flows.flat())])] : [])],
    [196, flows?.length ?? 0],
    [248, add(indexes.fragments ? writeIndex(indexes.fragments, []) : [])],
    [252, add(indexes.skeletons ? writeIndex(indexes.skeletons, []) : [])],
    [260, NONE],
    [108, add(pictures.map((picture) => Buffer.from(picture)))],
    ...(book.fields ?? []),
  ]
  const header = Buffer.alloc(16 + HEADER_BYTES, 0xff)
  header.writeUInt16BE(COMPRESSIONS[compression], 0)
  header.writeUInt16BE(0, 2)
  header.writeUInt32BE(text.length, 4)
  header.writeUInt16BE(texts.length, 8)
  header.writeUInt16BE(RECORD_BYTES, 10)
  header.writeUInt16BE(book.encryption ?? 0, 12)
  header.write('MOBI', 16)
  const exth = writeExth(book.exth ?? [])
  const name = Buffer.from(title)
  header.writeUInt32BE(header.length + exth.length, 84)
  header.writeUInt32BE(name.length, 88)
  for (const [at, value] of fields) header.writeUInt32BE(value, at)
  records[0] = Buffer.concat([header, exth, name, Buffer.alloc(4)])
  return records
}

const writeExth = (values: NonNullable<MobiToWrite['exth']>): Buffer => {
  const written = values.map(([kind, value]) => {
    const bytes = typeof value === 'string' ? Buffer.from(value) : numbers32(value)
    return Buffer.concat([numbers32(kind, 8 + bytes.length), bytes])
  })
  const body = Buffer.concat(written)
  return Buffer.concat([Buffer.from('EXTH'), numbers32(12 + body.length, values.length), body])
}

/** Writes records as a database that says it is a MOBI. */
export const writeDatabase = (records: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(78 + records.length * 8)
  head.write('A_Book')
  head.write('BOOKMOBI', 60)
  head.writeUInt16BE(records.length, 76)
  records.reduce((at, record, number) => {
    head.writeUInt32BE(at, 78 + number * 8)
    return at + record.length
  }, head.length)
  return Buffer.concat([head, ...records])
}

const SPACE = 0x20
const MAX_BACK = 2047

const packPalmDoc = (bytes: Buffer): Buffer => {
  const packed: number[] = []
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    const next = bytes[at + 1] ?? 0
    const { back, length } = longestBefore(bytes, at)
    if (length >= 3) {
      packed.push(0x80 | (back >> 5), ((back << 3) & 0xff) | (length - 3))
      at += length
    } else if (byte === SPACE && next >= 0x40 && next < 0x80) {
      packed.push(next | 0x80)
      at += 2
    } else if (byte === 0 || (byte > 8 && byte < 0x80)) {
      packed.push(byte)
      at += 1
    } else {
      packed.push(1, byte)
      at += 1
    }
  }
  return Buffer.from(packed)
}

const longestBefore = (bytes: Buffer, at: number): { back: number; length: number } => {
  for (let length = Math.min(10, bytes.length - at); length >= 3; length -= 1) {
    const found = bytes.subarray(0, at).lastIndexOf(bytes.subarray(at, at + length))
    if (found >= 0 && at - found <= MAX_BACK) return { back: at - found, length }
  }
  return { back: 0, length: 0 }
}

/** One byte stands for itself, but 1 for the words of a phrase, which is written in such bytes. */
const PHRASE = ' and the '
const packHuffman = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(PHRASE, '\x01'), 'latin1')

export const huffmanRecords = (phrase: string = PHRASE): Buffer[] => {
  const header = Buffer.alloc(24)
  header.write('HUFF')
  header.writeUInt32BE(24, 8)
  header.writeUInt32BE(24 + 1024, 12)
  const byFirstByte = numbers32(...Array.from({ length: 256 }, () => (255 << 8) | 0x80 | 8))
  const phrases = Array.from({ length: 256 }, (_, at) => {
    const byte = 255 - at
    const words = byte === 1 ? Buffer.from(phrase, 'latin1') : Buffer.from([byte])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(words.length | (byte === 1 ? 0 : 0x8000))
    return Buffer.concat([length, words])
  })
  const places = Buffer.alloc(512)
  phrases.reduce((at, written, number) => {
    places.writeUInt16BE(at, number * 2)
    return at + written.length
  }, places.length)
  return [
    Buffer.concat([header, byFirstByte, Buffer.alloc(256)]),
    Buffer.concat([Buffer.from('CDIC'), numbers32(16, 256, 8), places, ...phrases]),
  ]
}

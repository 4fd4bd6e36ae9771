import { byteAt, damaged, MAX_RECORD, shortNumberBefore, tooComplex } from './bytes.ts'
import { openHuffman } from './huffman.ts'
import type { MobiHeader } from './mobi-header.ts'
import type { PalmDatabase } from './palm-database.ts'

/** The most bytes of the whole text, with its markup. */
const MAX_TEXT = 32 * 1024 * 1024

/** Unpacks the text of a book, all records of it in one. */
export const readMobiText = (file: PalmDatabase, header: MobiHeader): Buffer => {
  const unpack = unpackerOf(file, header)
  const parts: Buffer[] = []
  let length = 0
  for (let at = 0; at < header.textRecords; at += 1) {
    const part = unpack(withoutTrailing(file.record(header.firstTextRecord + at), header.trailing))
    if ((length += part.length) > MAX_TEXT) tooComplex()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const unpackerOf = (file: PalmDatabase, { compression, huffman }: MobiHeader): ((record: Buffer) => Buffer) => {
  if (compression === 'palmdoc') return unpackPalmDoc
  if (compression === 'huffman') return openHuffman(file, huffman ?? damaged())
  return (record) => record
}

/** Each record ends with other things, which say how long they are. */
const withoutTrailing = (record: Buffer, trailing: number): Buffer => {
  let end = record.length
  for (let bits = trailing >>> 1; bits > 0; bits >>>= 1) if (bits & 1) end -= shortNumberBefore(record, end)
  // The rest of a letter whose first bytes are the last ones of the text.
  if (trailing & 1 && end > 0) end -= (byteAt(record, end - 1) & 3) + 1
  return end < 0 ? damaged() : record.subarray(0, end)
}

const SPACE = 0x20

const unpackPalmDoc = (record: Buffer): Buffer => {
  const unpacked = Buffer.alloc(MAX_RECORD)
  let length = 0
  const put = (byte: number) => {
    if (length === MAX_RECORD) damaged()
    unpacked[length] = byte
    length += 1
  }
  for (let at = 0; at < record.length; at += 1) {
    const byte = byteAt(record, at)
    if (byte >= 0xc0) {
      put(SPACE)
      put(byte ^ 0x80)
    } else if (byte >= 0x80) {
      at += 1
      // A cut record ends within a pair.
      if (at === record.length) break
      const pair = ((byte << 8) | byteAt(record, at)) & 0x3fff
      const back = pair >>> 3
      if (back === 0 || back > length) damaged()
      for (let left = (pair & 7) + 3; left > 0; left -= 1) put(byteAt(unpacked, length - back))
    } else if (byte >= 1 && byte <= 8) {
      for (const one of record.subarray(at + 1, at + 1 + byte)) put(one)
      at += byte
    } else put(byte)
  }
  return Buffer.from(unpacked.subarray(0, length))
}

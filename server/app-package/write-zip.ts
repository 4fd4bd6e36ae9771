import { crc32, deflateRawSync } from 'node:zlib'

export interface PackedFile {
  name: string
  content: Buffer
  /** Stored files begin at a multiple of four, so that Android maps them into memory. */
  isStored: boolean
}

/** The three sections of a zip archive, as signatures of an APK cover them. */
export interface ZipSections {
  files: Buffer
  directory: Buffer
  end: Buffer
}

const ALIGNMENT = 4
/** The extra field that Android's tools align with. */
const ALIGNMENT_FIELD = 0xd935
const ALIGNMENT_FIELD_BYTES = 6
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const VERSION = 20
const UTF8_NAME = 0x0800
/** The first of January 1980: the archive depends on its content alone. */
const DATE = 0x0021
const DIRECTORY_OFFSET_AT = 16

export const writeZip = (packed: PackedFile[]): ZipSections => {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name: path, content, isStored } of packed) {
    const name = Buffer.from(path)
    const data = isStored ? content : deflateRawSync(content, { level: 9 })
    const facts = factsOf(content, data.length, isStored ? STORED : DEFLATED)
    const extra = isStored ? alignment(offset + LOCAL_BYTES + name.length) : Buffer.alloc(0)
    const local = Buffer.alloc(LOCAL_BYTES)
    local.write('PK\x03\x04', 'latin1')
    facts.copy(local, 4)
    local.writeUInt16LE(name.length, 26)
    local.writeUInt16LE(extra.length, 28)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(VERSION, 4)
    facts.copy(entry, 6)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, name, extra, data)
    entries.push(entry, name)
    offset += LOCAL_BYTES + name.length + extra.length + data.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(packed.length, 8)
  end.writeUInt16LE(packed.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, DIRECTORY_OFFSET_AT)
  return { files: Buffer.concat(parts), directory, end }
}

/** The end of an archive whose directory begins elsewhere. */
export const endAt = (end: Buffer, offset: number): Buffer => {
  const moved = Buffer.from(end)
  moved.writeUInt32LE(offset, DIRECTORY_OFFSET_AT)
  return moved
}

/** What the header of a file and its entry in the directory both say. */
const factsOf = (content: Buffer, packedBytes: number, method: number): Buffer => {
  const facts = Buffer.alloc(22)
  for (const [index, word] of [VERSION, UTF8_NAME, method, 0, DATE].entries()) facts.writeUInt16LE(word, 2 * index)
  for (const [index, word] of [crc32(content), packedBytes, content.length].entries())
    facts.writeUInt32LE(word, 10 + 4 * index)
  return facts
}

const alignment = (dataOffset: number): Buffer => {
  const field = Buffer.alloc(ALIGNMENT_FIELD_BYTES + (-(dataOffset + ALIGNMENT_FIELD_BYTES) & (ALIGNMENT - 1)))
  field.writeUInt16LE(ALIGNMENT_FIELD, 0)
  field.writeUInt16LE(field.length - 4, 2)
  field.writeUInt16LE(ALIGNMENT, 4)
  return field
}

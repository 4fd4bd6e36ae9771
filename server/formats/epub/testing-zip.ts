import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, or what a hostile archive says of one. */
export interface ZipEntry {
  name: string | Buffer
  data?: string | Buffer
  isStored?: boolean
  /** What the archive states in place of the truth. */
  stated?: Partial<{
    method: number
    flags: number
    size: number
    packedSize: number
    crc: number
    attributes: number
    /** The place and the name of the local header. */
    offset: number
    localName: string
  }>
}

/** Writes a zip archive, as a plan says, true or not. */
export const aZip = (entries: readonly ZipEntry[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data = '', isStored = false, stated = {} } of entries) {
    const content = Buffer.from(data as string)
    const packed = isStored ? content : deflateRawSync(content)
    const nameBytes = Buffer.from(name as string)
    const localName = stated.localName === undefined ? nameBytes : Buffer.from(stated.localName)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(stated.flags ?? 0x800, 0)
    facts.writeUInt16LE(stated.method ?? (isStored ? 0 : 8), 2)
    facts.writeUInt32LE(stated.crc ?? crc32(content), 8)
    facts.writeUInt32LE(stated.packedSize ?? packed.length, 12)
    facts.writeUInt32LE(stated.size ?? content.length, 16)
    const local = Buffer.concat([signature(0x04034b50, 20), facts, Buffer.alloc(2), localName])
    local.writeUInt16LE(localName.length, 26)
    const central = Buffer.concat([signature(0x02014b50, 0x314, 20), facts, Buffer.alloc(16), nameBytes])
    central.writeUInt16LE(nameBytes.length, 28)
    central.writeUInt32LE((stated.attributes ?? 0) >>> 0, 38)
    central.writeUInt32LE(stated.offset ?? at, 42)
    files.push(local, packed)
    directory.push(central)
    at += local.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, central, end])
}

const signature = (magic: number, ...versions: number[]): Buffer => {
  const bytes = Buffer.alloc(4 + 2 * versions.length)
  bytes.writeUInt32LE(magic, 0)
  for (const [at, version] of versions.entries()) bytes.writeUInt16LE(version, 4 + 2 * at)
  return bytes
}

import { isUtf8 } from 'node:buffer'
import { crc32, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import { encodingOfNames, zipEntryName } from '#server/formats/zip-entry-name.ts'
import { paddingOf } from '#server/formats/zip-padding.ts'
import { EpubRejectedError } from './epub-error.ts'

const MEGABYTE = 1024 * 1024
const MAX_ENTRIES = 5_000
const MAX_TOTAL_BYTES = 512 * MEGABYTE
const MAX_ENTRY_BYTES = 64 * MEGABYTE
/** Text compresses by about 4 and repetitive text by some tens; small files are harmless at any ratio. */
const MAX_RATIO = 250
const RATIO_FROM_BYTES = MEGABYTE
const MAX_NAME_BYTES = 512
const MAX_NAME_DEPTH = 16

const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000
const LOCAL_HEADER = Buffer.from(ZIP_SIGNATURE, 'latin1')

/** One file of an archive cannot be unpacked; the others can. */
export class DamagedEntryError extends Error {
  override name = 'DamagedEntry'
}

export interface Archive {
  /** The names of the files, in Unicode's form C. */
  names: readonly string[]
  has: (name: string) => boolean
  /** The name of a file as it is written in the archive, where it has other small or capital letters, or is encoded. */
  nameOf: (name: string) => string
  /** The same in the form that the archive has, by which other programs find it. */
  writtenName: (name: string) => string
  /** The size of the unpacked file in bytes; 0 for one that isn't there. */
  sizeOf: (name: string) => number
  /** Undefined for a file that isn't there. Throws `DamagedEntryError`. */
  read: (name: string) => Buffer | undefined
  /** The type of the archive is told by its first bytes, as the specification demands. */
  beginsWithType: boolean
}

interface Place {
  start: number
  entry: Entry
}

/**
 * Opens the zip archive of an EPUB, and refuses one that is hostile before anything in it is unpacked. Nothing is ever
 * written to a disk under a name of the archive.
 */
export const openZip = async (file: Buffer): Promise<Archive> => {
  if (!file.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) throw new EpubRejectedError('not_zip')
  const bytes = file.subarray(0, file.length - paddingOf(file))
  const places = await readDirectory(bytes)
  assertDisjoint([...places.values()], bytes.length)
  const names = [...places.keys()]
  // A reference is decoded, and still means a file whose name some program has encoded.
  const folded = new Map([
    ...names.map((name) => [decodedName(name).toLowerCase(), name] as const),
    ...names.map((name) => [name.toLowerCase(), name] as const),
  ])
  return {
    names,
    has: (name) => places.has(name),
    nameOf: (name) => (places.has(name) ? name : (folded.get(name.toLowerCase()) ?? name)),
    writtenName: (name) => {
      const written = places.get(name)?.entry.fileNameRaw
      return written && isUtf8(written) ? written.toString() : name
    },
    sizeOf: (name) => places.get(name)?.entry.uncompressedSize ?? 0,
    read: (name) => {
      const place = places.get(name)
      return place && unpack(bytes, place)
    },
    beginsWithType: bytes.toString('latin1', 30, 58) === 'mimetypeapplication/epub+zip' && bytes.readUInt16LE(28) === 0,
  }
}

const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name).normalize('NFC')
  } catch {
    return name
  }
}

const readDirectory = async (bytes: Buffer): Promise<Map<string, Place>> => {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    const places = new Map<string, Place>()
    for (const [name, entry] of await listEntries(zip)) {
      const { fileName, fileDataStart } = await zip.readLocalFileHeaderPromise(entry, {})
      if (!fileName.equals(entry.fileNameRaw)) throw new EpubRejectedError('damaged')
      places.set(name, { start: fileDataStart, entry })
    }
    return places
  } catch (error) {
    if (error instanceof EpubRejectedError) throw error
    const isEncrypted = error instanceof Error && error.message.includes('encryption')
    throw new EpubRejectedError(isEncrypted ? 'encrypted' : 'damaged')
  }
}

/** The files that the directory lists, by their names. */
const listEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > MAX_ENTRIES) throw new EpubRejectedError('too_many_files')
  const entries = new Map<string, Entry>()
  const folded = new Set<string>()
  let total = 0
  const listed = await Array.fromAsync(zip.eachEntry())
  const encoding = encodingOfNames(listed)
  for (const entry of listed) {
    const name = nameOf(entry, encoding)
    if (name === '' || name.endsWith('/')) continue
    assertAllowed(entry)
    total += entry.uncompressedSize
    if (total > MAX_TOTAL_BYTES) throw new EpubRejectedError('too_large')
    if (folded.has(name.toLowerCase())) throw new EpubRejectedError('duplicate_name')
    folded.add(name.toLowerCase())
    entries.set(name, entry)
  }
  return entries
}

const nameOf = (entry: Entry, encoding: string | undefined): string => {
  const { length } = entry.fileNameRaw
  if (length === 0 || length > MAX_NAME_BYTES) throw new EpubRejectedError('bad_name')
  const name = zipEntryName(entry, encoding)
  const segments = name.split('/')
  const leadsOut = segments.includes('..') || segments.includes('.') || segments.slice(0, -1).includes('')
  if (leadsOut || segments.length > MAX_NAME_DEPTH || /\p{Cc}|^[a-z]:/iu.test(name))
    throw new EpubRejectedError('bad_name')
  return name
}

const assertAllowed = ({ uncompressedSize: size, compressedSize, ...entry }: Entry) => {
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new EpubRejectedError('encrypted')
  if (![STORED, DEFLATED].includes(entry.compressionMethod)) throw new EpubRejectedError('compression')
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) throw new EpubRejectedError('link')
  if (size > MAX_ENTRY_BYTES) throw new EpubRejectedError('file_too_large')
  if (size > RATIO_FROM_BYTES && size > MAX_RATIO * compressedSize) throw new EpubRejectedError('bomb')
}

/** Entries that share bytes unpack to many times the size of the archive. */
const assertDisjoint = (places: Place[], length: number) => {
  let end = 0
  for (const { start, entry } of places.toSorted((a, b) => a.start - b.start)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new EpubRejectedError('overlap')
    end = start + entry.compressedSize
  }
  if (end > length) throw new EpubRejectedError('damaged')
}

/** Unpacks no more than the size that the directory states. */
const unpack = (bytes: Buffer, { start, entry }: Place): Buffer => {
  const packed = bytes.subarray(start, start + entry.compressedSize)
  const size = entry.uncompressedSize
  const unpacked = entry.compressionMethod === STORED ? packed : inflate(packed, size)
  if (unpacked.length !== size || crc32(unpacked) !== entry.crc32) throw new DamagedEntryError()
  return unpacked
}

const inflate = (packed: Buffer, size: number): Buffer => {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    throw new DamagedEntryError()
  }
}

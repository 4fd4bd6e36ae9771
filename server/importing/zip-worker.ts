/**
 * Unpacks an archive in a confined process: `zip-worker.ts USER MAX_ENTRIES MAX_BYTES`, with the archive as standard
 * input. Prints for each file a line of JSON with its name and size, then its bytes; what is wrong with the archive goes
 * to standard error, before anything is unpacked where its directory tells it.
 */
import { once } from 'node:events'
import { createReadStream, fstatSync, readSync } from 'node:fs'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { encodingOfNames, zipEntryName } from '#server/formats/zip-entry-name.ts'
import { paddingOf } from '#server/formats/zip-padding.ts'

const [user, maxEntries = 0, maxBytes = 0] = process.argv.slice(2).map(Number)
const MAX_NAME_BYTES = 1000
const MAX_NAME_DEPTH = 50
/** The maximum length of one path segment on common file systems. */
const MAX_SEGMENT_BYTES = 255
/** Text compresses by about 4 and repetitive text by some tens; small files are harmless at any ratio. */
const MAX_RATIO = 250
const RATIO_FROM_BYTES = 1024 * 1024
const METHODS = [0, 8]
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000
const ARCHIVE = 0
/** More than what programs and disks fill up a file with. */
const TAIL_BYTES = 1024 * 1024
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false }

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

class Fault extends Error {}

class ArchiveReader extends yauzl.RandomAccessReader {
  override _readStreamForRange(start: number, end: number) {
    return createReadStream('', { fd: ARCHIVE, autoClose: false, start, end: end - 1 })
  }
}

const openArchive = (): Promise<ZipFile> => {
  const { size } = fstatSync(ARCHIVE)
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
  readSync(ARCHIVE, tail, 0, tail.length, size - tail.length)
  const padding = paddingOf(tail)
  // Its own reader is the faster one.
  if (padding === 0) return yauzl.fromFdPromise(ARCHIVE, OPTIONS)
  return yauzl.fromRandomAccessReaderPromise(new ArchiveReader(), size - padding, OPTIONS)
}

const nameOf = (entry: Entry, encoding: string | undefined): string => {
  const { fileNameRaw } = entry
  const name = zipEntryName(entry, encoding)
  const shown = name.slice(0, 100)
  const segments = name.split('/')
  if (segments.includes('..') || name.startsWith('/') || /\0|^[a-z]:/i.test(name))
    throw new Fault(`The path ${shown} leads out of the archive.`)
  const isOdd = segments.includes('.') || segments.slice(0, -1).includes('') || /\p{Cc}/u.test(name)
  if (isOdd || fileNameRaw.length === 0 || fileNameRaw.length > MAX_NAME_BYTES || segments.length > MAX_NAME_DEPTH)
    throw new Fault(`The path ${shown} is not one that files have.`)
  if (segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES))
    throw new Fault(`The path ${shown} has a name of more than ${MAX_SEGMENT_BYTES} bytes.`)
  return name
}

const assertAllowed = (name: string, { uncompressedSize: size, compressedSize, ...entry }: Entry) => {
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Fault(`${name} is encrypted.`)
  if (!METHODS.includes(entry.compressionMethod)) throw new Fault(`${name} is compressed in a way that is not known.`)
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK)
    throw new Fault(`${name} is a link, and links are not followed.`)
  if (size > RATIO_FROM_BYTES && size > MAX_RATIO * compressedSize)
    throw new Fault(`${name} becomes more than ${MAX_RATIO} times as large when it is unpacked.`)
}

/** The files that the directory lists, by their names. */
const listEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > maxEntries) throw new Fault(`It has more than ${maxEntries} files.`)
  const entries = new Map<string, Entry>()
  let total = 0
  const listed = await Array.fromAsync(zip.eachEntry())
  const encoding = encodingOfNames(listed)
  for (const entry of listed) {
    const name = nameOf(entry, encoding)
    if (name === '' || name.endsWith('/')) continue
    assertAllowed(name, entry)
    total += entry.uncompressedSize
    if (total > maxBytes) throw new Fault(`Unpacked it is larger than ${Math.floor(maxBytes / 1e6)} MB.`)
    if (entries.has(name)) throw new Fault(`It has two files with the name ${name}.`)
    entries.set(name, entry)
  }
  for (const name of entries.keys())
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      if (entries.has(name.slice(0, end))) throw new Fault(`${name.slice(0, end)} is both a file and a folder.`)
  assertDisjoint([...entries.values()])
  return entries
}

/** Entries that share bytes unpack to many times the size of the archive. */
const assertDisjoint = (entries: Entry[]) => {
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (start < end) throw new Fault('Its files overlap.')
    end = start + compressedSize
  }
}

const print = async (bytes: string | Buffer) => {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}

try {
  const zip = await openArchive()
  if (Number(user) > 0) {
    process.setgroups?.([])
    process.setgid?.(Number(user))
    process.setuid?.(Number(user))
  }
  for (const [name, entry] of await listEntries(zip)) {
    await print(`${JSON.stringify({ name, size: entry.uncompressedSize })}\n`)
    // It ends with an error if it has another size than the directory says.
    for await (const piece of await zip.openReadStreamPromise(entry, {})) await print(piece as Buffer)
  }
} catch (error) {
  process.stderr.write(error instanceof Fault ? error.message : 'It is damaged.')
  process.exitCode = 1
}

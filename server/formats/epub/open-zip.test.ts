import { expect, test } from 'vitest'
import { EpubRejectedError } from './epub-error.ts'
import { DamagedEntryError, openZip } from './open-zip.ts'
import { aZip, type ZipEntry } from './testing-zip.ts'

const MEGABYTE = 1024 * 1024
const good: ZipEntry = { name: 'good.txt', data: 'good '.repeat(100) }

const reasonOf = (bytes: Buffer): Promise<string> =>
  openZip(bytes).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof EpubRejectedError) return error.reason
      throw error
    },
  )

test('an archive gives its files, stored and deflated, and knows what is not in it', async () => {
  const zip = await openZip(
    aZip([good, { name: 'folder/', isStored: true }, { name: 'folder/ñ.txt', data: 'ñ', isStored: true }]),
  )
  expect(zip.names).toEqual(['good.txt', 'folder/ñ.txt'])
  expect(zip.read('good.txt')?.toString()).toBe(good.data)
  expect(zip.read('folder/ñ.txt')?.toString()).toBe('ñ')
  expect([zip.sizeOf('good.txt'), zip.sizeOf('gone'), zip.read('gone')]).toEqual([500, 0, undefined])
  expect(zip.beginsWithType).toBe(false)
})

test('the type of an archive counts only as its first file, stored', async () => {
  const type = { name: 'mimetype', data: 'application/epub+zip' }
  expect((await openZip(aZip([{ ...type, isStored: true }, good]))).beginsWithType).toBe(true)
  expect((await openZip(aZip([type, good]))).beginsWithType).toBe(false)
  expect((await openZip(aZip([good, { ...type, isStored: true }]))).beginsWithType).toBe(false)
})

test.each<[what: string, padding: string, commented: number]>([
  ['a line end', '\r\n', 0],
  ['zeros', '\0'.repeat(70_000), 0],
  ['a comment of zeros', '', 9],
])('an archive that ends with %s is read', async (_, padding, commented) => {
  const bytes = aZip([good])
  bytes.writeUInt16LE(commented, bytes.length - 2)
  const zip = await openZip(Buffer.concat([bytes, Buffer.alloc(commented), Buffer.from(padding)]))
  expect(zip.read('good.txt')?.toString()).toBe(good.data)
})

/** A zip within the data of another entry, so that both share bytes. */
const overlapping = (): Buffer => {
  const inner = aZip([{ name: 'inner', data: 'x'.repeat(2000), isStored: true }])
  const outer: ZipEntry = { name: 'outer', data: inner, isStored: true }
  const offset = 30 + 'outer'.length
  return aZip([outer, { name: 'inner', data: 'x'.repeat(2000), isStored: true, stated: { offset } }])
}

const named = (name: string | Buffer): Buffer => aZip([good, { name }])
const stating = (stated: ZipEntry['stated'], data: string | Buffer = 'x'): Buffer =>
  aZip([good, { name: 'bad.txt', data, ...(stated && { stated }) }])
const large = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}`, stated: { size: 60 * MEGABYTE, packedSize: MEGABYTE } }))

test.each<[what: string, bytes: () => Buffer, reason: string]>([
  ['no archive', () => Buffer.from('PK but not really'), 'not_zip'],
  ['nothing', () => Buffer.alloc(0), 'not_zip'],
  ['an archive that is cut off', () => aZip([good, good]).subarray(0, 100), 'damaged'],
  [
    'an archive without its directory',
    () => Buffer.concat([aZip([good]).subarray(0, 60), Buffer.alloc(99)]),
    'damaged',
  ],
  ['an archive with something behind it', () => Buffer.concat([aZip([good]), Buffer.from('more')]), 'damaged'],
  ['an archive of which the last byte is missing', () => aZip([good]).subarray(0, -1), 'damaged'],
  ['a name that leads out', () => named('../../etc/passwd'), 'bad_name'],
  ['a name that leads out from within', () => named('a/../../b'), 'bad_name'],
  ['an absolute name', () => named('/etc/passwd'), 'bad_name'],
  ['a name that leads out by backslashes', () => named('a\\..\\b'), 'bad_name'],
  ['an absolute name of Windows', () => named('\\evil'), 'bad_name'],
  ['a drive of Windows', () => named('C:\\evil'), 'bad_name'],
  ['two names that differ in their slashes', () => aZip([{ name: 'a/b' }, { name: 'a\\b' }]), 'duplicate_name'],
  ['a name that leads out, in CP437', () => named(Buffer.from('../\x84', 'latin1')), 'bad_name'],
  ['a name on a drive', () => named('C:evil'), 'bad_name'],
  ['a name with a NUL', () => named('a\0.txt'), 'bad_name'],
  ['a name with a line feed', () => named('a\nb'), 'bad_name'],
  ['an empty name', () => named(''), 'bad_name'],
  ['a name with an empty folder', () => named('a//b'), 'bad_name'],
  ['a name of 513 bytes', () => named('n'.repeat(513)), 'bad_name'],
  ['a name 17 folders deep', () => named('d/'.repeat(17) + 'x'), 'bad_name'],
  ['the same name twice', () => aZip([good, good]), 'duplicate_name'],
  ['two names that differ in case', () => aZip([good, { name: 'GOOD.txt' }]), 'duplicate_name'],
  [
    'two names that differ in composition',
    () => aZip([{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }]),
    'duplicate_name',
  ],
  ['a symbolic link', () => stating({ attributes: 0o120777 << 16 }, '/etc/passwd'), 'link'],
  ['encryption', () => stating({ flags: 1 }), 'encrypted'],
  ['strong encryption', () => stating({ flags: 0x41 }), 'encrypted'],
  ['BZIP2', () => stating({ method: 12 }), 'compression'],
  ['LZMA', () => stating({ method: 14 }), 'compression'],
  ['entries that overlap', overlapping, 'overlap'],
  ['an entry that two names share', () => stating({ offset: 0 }), 'damaged'],
  ['another name at the file', () => stating({ localName: 'good.tx' }), 'damaged'],
  ['an entry beyond the end', () => stating({ packedSize: 1_000_000, size: 1_000_000 }), 'damaged'],
  ['an offset beyond the end', () => stating({ offset: 0xfffffff0 }), 'damaged'],
  ['a bomb', () => stating({}, Buffer.alloc(16 * MEGABYTE)), 'bomb'],
  ['a file of more than 64 MB', () => stating({ size: 65 * MEGABYTE, packedSize: 10 * MEGABYTE }), 'file_too_large'],
  ['more than 512 MB in all', () => aZip(large(9)), 'too_large'],
  [
    'more than 5,000 files',
    () => aZip(Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}` }))),
    'too_many_files',
  ],
])('%s is refused', async (_, bytes, reason) => {
  expect(await reasonOf(bytes())).toBe(reason)
})

test.each<[what: string, stated: ZipEntry['stated']]>([
  ['is larger than it states', { size: 10 }],
  ['is smaller than it states', { size: 1_000_000 }],
  ['has another checksum', { crc: 1 }],
])('a file that %s is damaged, and the others are not', async (_, stated) => {
  const zip = await openZip(stating(stated, Buffer.alloc(5_000, 'ab')))
  expect(() => zip.read('bad.txt')).toThrow(DamagedEntryError)
  expect(zip.read('good.txt')?.toString()).toBe(good.data)
})

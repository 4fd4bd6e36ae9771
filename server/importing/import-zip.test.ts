import { existsSync } from 'node:fs'
import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aZip, type ZipEntry } from '#server/formats/epub/testing-zip.ts'
import { expectNothingStored } from '#server/publishing/testing-uploads.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { beforeImports, epubOf, importInto, pdfOf, titlesOf } from './testing-import.ts'
import { unpackZip } from './unpack-zip.ts'

let site: TestSite
let folder: string
let author: Person

beforeImports((given) => ({ site, author, folder } = given))

const archive = () => join(folder, 'library.zip')
const reports = () => join(folder, 'reports')
const run = (options = {}) =>
  importInto(site, { source: archive(), email: author.email, report: reports(), ...options })

test('the books of an archive arrive, and what was unpacked is removed in the end', async () => {
  await writeFile(
    archive(),
    aZip([
      { name: 'Library/' },
      { name: 'Library/quillhouse.csv', data: 'file,title\na/one.pdf,Told\n' },
      { name: 'Library/a/one.pdf', data: pdfOf('one') },
      { name: 'Library/b/two.epub', data: epubOf('Two'), isStored: true },
      { name: 'Library/empty.txt', data: '' },
      { name: 'Library/bad.pdf', data: 'no PDF' },
    ]),
  )
  expect((await run({ isDryRun: true })).counts).toMatchObject({ 'would be imported': 2, refused: 1 })
  const { counts, rows } = await run()
  expect(counts).toMatchObject({ imported: 2, refused: 1 })
  expect(rows.get('bad.pdf')).toMatchObject({ result: 'refused' })
  expect(await titlesOf(site, author)).toEqual(['Told', 'Two'])
  expect((await readdir(reports())).filter((name) => name.startsWith('zip-'))).toEqual([])
})

test('what programs leave in an archive beside its one folder is passed over', async () => {
  await writeFile(
    archive(),
    aZip([
      { name: 'Library/quillhouse.csv', data: 'file,title\nbeside.pdf,In the table\n' },
      { name: 'Library/beside.pdf', data: pdfOf('beside') },
      { name: '__MACOSX/Library/._beside.pdf', data: 'x' },
      { name: '.DS_Store', data: 'x' },
    ]),
  )
  await run()
  expect(await titlesOf(site, author)).toEqual(['In the table'])
})

test('an archive of a folder with a Calibre library in it is refused, and the folder named', async () => {
  await writeFile(
    archive(),
    aZip([page, { name: 'Books/My Calibre/metadata.db', data: 'x' }, { name: 'Books/My Calibre/b.pdf', data: 'x' }]),
  )
  await expectNothingStored(site, () => expect(run()).rejects.toThrow('name the folder Books/My Calibre'))
})

test('names that Info-ZIP and programs of Windows wrote are read', async () => {
  await writeFile(
    archive(),
    aZip([
      { name: 'Bücher/quillhouse.csv', data: 'file,title\nÜber/eins.pdf,Eins\nzwei.pdf,Zwei\n', stated: { flags: 0 } },
      { name: 'Bücher/Über/eins.pdf', data: pdfOf('eins'), stated: { flags: 0 } },
      { name: 'Bücher\\zwei.pdf', data: pdfOf('zwei'), stated: { flags: 0 } },
    ]),
  )
  await run()
  expect(await titlesOf(site, author)).toEqual(['Eins', 'Zwei'])
})

test('an archive that tar packed, with the icon that macOS gives a folder, is read', async () => {
  await writeFile(
    archive(),
    aZip([
      { name: './', isStored: true },
      { name: './quillhouse.csv', data: 'file,title\nb/one.pdf,Told by tar\n' },
      { name: './b/one.pdf', data: pdfOf('told by tar') },
      { name: './b/Icon\r', data: '' },
    ]),
  )
  const { counts } = await run()
  expect(counts).toMatchObject({ imported: 1, refused: 0 })
  expect(await titlesOf(site, author)).toEqual(['Told by tar'])
})

test('an archive that a disk or a program has filled up with zeros is read', async () => {
  await writeFile(
    archive(),
    Buffer.concat([aZip([{ name: 'b/two.epub', data: epubOf('Padded') }]), Buffer.alloc(70_000)]),
  )
  await run()
  expect(await titlesOf(site, author)).toEqual(['Padded'])
})

const page = { name: 'a.pdf', data: pdfOf('hostile') }
const LINK = { name: 'link.pdf', data: '/etc/passwd', stated: { attributes: 0o120777 << 16 } }

test.each<[string, ZipEntry[], string]>([
  ['a path that leaves', [page, { name: '../out.pdf' }], 'leads out'],
  ['a path from the root', [page, { name: '/etc/out.pdf' }], 'leads out'],
  ['a path of Windows', [page, { name: 'C:\\out.pdf' }], 'leads out'],
  ['a path that leaves by backslashes', [page, { name: 'a\\..\\..\\out.pdf' }], 'leads out'],
  ['a path of a Windows network', [page, { name: '\\\\server\\out.pdf' }], 'leads out'],
  ['a link', [page, LINK], 'is a link'],
  ['a bomb', [page, { name: 'bomb.pdf', data: Buffer.alloc(3_000_000) }], '250 times'],
  ['two files with one name', [page, page], 'two files'],
  ['an encrypted file', [page, { name: 'b.pdf', stated: { flags: 1 } }], 'encrypted'],
  ['files that overlap', [page, { name: 'b.pdf', data: 'x', stated: { offset: 0, localName: 'a.pdf' } }], 'overlap'],
  ['a name that no disk takes', [page, { name: `a/${'ä'.repeat(128)}.pdf` }], 'has a name of more than 255 bytes'],
  ['a file and a folder of one name', [page, { name: 'a.pdf/b.pdf' }], 'a.pdf is both a file and a folder'],
  ['a file of another size', [page, { name: 'b.pdf', data: 'x'.repeat(90), stated: { size: 80 } }], 'damaged'],
])('an archive with %s is refused in words, and nothing of it is left', async (_, entries, words) => {
  await writeFile(archive(), aZip(entries))
  await expectNothingStored(site, () => expect(run()).rejects.toThrow(words))
  expect((await readdir(reports())).filter((name) => name.startsWith('zip-'))).toEqual([])
  expect(existsSync(join(folder, 'out.pdf'))).toBe(false)
})

test('half an archive, and one that is a link, are refused', async () => {
  const zip = aZip([page])
  await writeFile(archive(), zip.subarray(0, zip.length - 30))
  await expect(run()).rejects.toThrow('damaged')
  await rm(archive())
  await writeFile(join(folder, 'elsewhere.zip'), zip)
  await symlink(join(folder, 'elsewhere.zip'), join(folder, 'link.zip'))
  await expect(unpackZip(join(folder, 'link.zip'), join(folder, 'unpacked'))).rejects.toThrow(/ELOOP/)
})

test('the number of files and their size have limits', async () => {
  await writeFile(archive(), aZip([page, { name: 'b.txt', data: 'b' }]))
  const unpacked = join(folder, 'unpacked')
  await expect(unpackZip(archive(), unpacked, { maxEntries: 1 })).rejects.toThrow('more than 1 files')
  await expect(unpackZip(archive(), unpacked, { maxBytes: page.data.length })).rejects.toThrow('larger than 0 MB')
  await unpackZip(archive(), unpacked)
  expect(await readdir(unpacked)).toEqual(['a.pdf', 'b.txt'])
})

import { expect, test } from 'vitest'
import { openZip } from './open-zip.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aDocument, anEpub } from './testing-epub.ts'
import { ingest } from './testing-ingest.ts'
import { aZip } from './testing-zip.ts'

const namesOf = async (name: string | Buffer, flags: number) =>
  (await openZip(aZip([{ name, data: 'x', stated: { flags } }]))).names

const UTF8 = 0x800

test.skipIf(!hasCases)('an EPUB that Info-ZIP packed has its chapters and pictures', async () => {
  const { manifest, chapters } = await ingest(caseFile('e16-zip-tool-names.epub'))
  expect(chapters.map(({ path }) => path)).toEqual(['E/Über.xhtml'])
  expect(manifest.resources.map(({ path }) => path)).toEqual(['E/Bär.png'])
})

test('names in UTF-8 are read with and without the flag that says so', async () => {
  for (const name of ['Über.xhtml', '第1章.xhtml', 'Глава.xhtml', 'e\u0301.xhtml']) {
    expect(await namesOf(name, UTF8)).toEqual([name.normalize('NFC')])
    expect(await namesOf(name, 0)).toEqual([name.normalize('NFC')])
  }
})

test('other names without the flag are in the code page of DOS', async () => {
  expect(await namesOf(Buffer.from('\x9aber.xhtml', 'latin1'), 0)).toEqual(['Über.xhtml'])
  expect(await namesOf(Buffer.from('M\x81hle/B\x84r.png', 'latin1'), 0)).toEqual(['Mühle/Bär.png'])
})

test('a backslash of Windows stands between folders', async () => {
  expect(await namesOf('OPS\\Images\\a.png', 0)).toEqual(['OPS/Images/a.png'])
  const book = anEpub({ entries: { 'OPS\\one.xhtml': aDocument('<p>From Windows.</p>') }, chapters: {}, opf: OPF })
  expect((await ingest(book)).chapters.map(({ text }) => text.trim())).toEqual(['From Windows.'])
})

test('names that tar began with a folder of its own are those within it', async () => {
  const zip = await openZip(aZip([{ name: './', isStored: true }, { name: './a.md' }, { name: './img/b.png' }]))
  expect(zip.names).toEqual(['a.md', 'img/b.png'])
  for (const name of ['./../a.md', './/a.md', 'a/./b.md', './C:/a.md'])
    await expect(openZip(aZip([{ name }]))).rejects.toMatchObject({ reason: 'bad_name' })
})

test('the icon of a folder of macOS is a hidden file', async () => {
  expect(await namesOf('Book/Icon\r', 0)).toEqual(['Book/.Icon'])
  expect(await namesOf('__MACOSX/Book/._Icon\r', 0)).toEqual(['__MACOSX/Book/.Icon'])
  for (const name of ['Lexicon\r', 'Icon\r/a.md'])
    await expect(namesOf(name, 0)).rejects.toMatchObject({ reason: 'bad_name' })
})

const OPF =
  '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>' +
  '<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>' +
  '<spine><itemref idref="one"/></spine></package>'

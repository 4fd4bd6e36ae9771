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

test.each<[language: string, names: [hex: string, name: string][]]>([
  [
    'Korean',
    [
      ['babd20b1e62e6d64', '봄 길.md'],
      ['c1a631c0e52fb0ad2e706e67', '제1장/강.png'],
    ],
  ],
  [
    'Chinese',
    [
      ['b5dad2bbd5c22e6d64', '第一章.md'],
      ['cdbcc6ac2fd0a1b4ac2e706e67', '图片/小船.png'],
    ],
  ],
  [
    'Taiwanese',
    [
      ['b2c431b3b92e6d64', '第1章.md'],
      ['b9cfa4f92fa470b2ee2e706e67', '圖片/小船.png'],
    ],
  ],
  ['Taiwanese', [['b2c431b3b92e6d64', '第1章.md']]],
  [
    'Japanese',
    [
      ['91e6318fcd2e6d64', '第1章.md'],
      ['917d8a472f955c8e8682c691442e706e67', '挿絵/表紙と船.png'],
    ],
  ],
  [
    'Russian',
    [
      ['83aba0a2a020312e6d64', 'Глава 1.md'],
      ['90a8e1e3adaaa82f8baea4aaa02e706e67', 'Рисунки/Лодка.png'],
    ],
  ],
  [
    'western',
    [
      ['6c8267656e64652e6d64', 'légende.md'],
      ['61a46f20322e6d64', 'año 2.md'],
      ['477294e1652e6d64', 'Größe.md'],
    ],
  ],
])('names of a %s Windows are read', async (_, names) => {
  const zip = await openZip(
    aZip(names.map(([hex]) => ({ name: Buffer.from(hex, 'hex'), data: 'x', stated: { flags: 0 } }))),
  )
  expect(zip.names).toEqual(names.map(([, name]) => name))
})

test('a backslash of Windows stands between folders', async () => {
  expect(await namesOf('OPS\\Images\\a.png', 0)).toEqual(['OPS/Images/a.png'])
  const book = anEpub({ entries: { 'OPS\\one.xhtml': aDocument('<p>From Windows.</p>') }, chapters: {}, opf: OPF })
  expect((await ingest(book)).chapters.map(({ text }) => text.trim())).toEqual(['From Windows.'])
})

test.each([
  ['One%201.xhtml', 'One%201.xhtml'],
  ['one%201.XHTML', 'One 1.xhtml'],
  ['caf%C3%A9.xhtml', 'cafe%CC%81.xhtml'],
  ['100%25.xhtml', '100%25.xhtml'],
  ['100%.xhtml', '100%.xhtml'],
  ['One%201.xhtml', 'One%25201.xhtml'],
])('a file that is called %s in the archive is found as %s', async (name, href) => {
  const entries = { [`OPS/${name}`]: aDocument(`<p>Encoded.</p><a href="${href}#x">x</a>`) }
  const { chapters, manifest } = await ingest(anEpub({ entries, chapters: {}, opf: OPF.replace('one.xhtml', href) }))
  expect(chapters.map(({ path }) => path)).toEqual([`OPS/${name}`])
  expect(chapters[0]?.xhtml).toContain(`data-book-to="OPS/${name}#x"`)
  expect(manifest.findings).toEqual([])
})

test('of a file and one whose name is encoded each is found', async () => {
  const { nameOf } = await openZip(aZip(['a b.png', 'a%20b.png'].map((name) => ({ name }))))
  expect(['a b.png', 'A%20B.png', 'A B.png'].map(nameOf)).toEqual(['a b.png', 'a%20b.png', 'a b.png'])
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

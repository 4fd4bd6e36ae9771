import { afterAll, beforeAll, expect, test } from 'vitest'
import * as books from '#contract/books.ts'
import * as calls from '#contract/publishing.ts'
import { openPalmDatabase } from '#server/formats/epub/manuscript/mobi/palm-database.ts'
import {
  aJointMobi,
  aMobi,
  anAzw3,
  huffmanRecords,
  type Kf7ToWrite,
  type Kf8ToWrite,
  writeDatabase,
} from '#server/formats/epub/manuscript/mobi/testing-mobi.ts'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { expectNothingStored } from './testing-uploads.ts'

let site: TestSite
let author: Person
beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const publish = (content: Buffer, name = 'a.mobi') =>
  site.api(author)(calls.publishBook, {
    body: aBookForm({ pdf: new Blob([new Uint8Array(content)]), pdfFileName: name }),
  })

const kf7 = (book: Partial<Kf7ToWrite> = {}) => aMobi({ html: '<p>Words of a book.</p>', ...book })
const kf8 = (book: Partial<Kf8ToWrite> = {}) => anAzw3({ chapters: ['<p id="a">Words of a book.</p>'], ...book })

/** With its records changed, from those that begin with some letters. */
const changed = (book: Buffer, change: (records: Buffer[]) => Buffer[]): Buffer => {
  const { count, record } = openPalmDatabase(book)
  return writeDatabase(change(Array.from({ length: count }, (_, at) => record(at))))
}
const startingWith = (records: readonly Buffer[], letters: string) =>
  records.findIndex((record) => record.toString('latin1', 0, letters.length) === letters)
const withNumber = (
  book: Buffer,
  letters: string,
  numbers: readonly (readonly [at: number, value: number])[],
): Buffer =>
  changed(book, (records) => {
    const at = startingWith(records, letters)
    const record = Buffer.from(records[at] ?? '')
    for (const [place, value] of numbers) record.writeUInt32BE(value, place)
    return records.with(at, record)
  })
const withText = (book: Buffer, text: Buffer): Buffer => changed(book, (records) => records.with(1, text))
/** With the length of what it says first of itself. */
const withMetadata = (length: number) =>
  changed(kf7({ exth: [[100, 'Ottoline Marsh']] }), ([header = Buffer.alloc(0), ...records]) => {
    const record = Buffer.from(header)
    record.writeUInt32BE(length, record.indexOf('EXTH') + 16)
    return [record, ...records]
  })
/** Of a dictionary in which a phrase is made of others. */
const withPhrase = (phrase: string, text = '\x01') =>
  changed(kf7({ compression: 'huffman' }), (records) => {
    const [, dictionary = Buffer.alloc(0)] = huffmanRecords(phrase)
    return records.with(startingWith(records, 'CDIC'), dictionary).with(1, Buffer.from(text, 'latin1'))
  })
const withOffset = (book: Buffer, record: number, offset: number): Buffer => {
  const bytes = Buffer.from(book)
  bytes.writeUInt32BE(offset, 78 + record * 8)
  return bytes
}
const withCount = (book: Buffer, count: number): Buffer => {
  const bytes = Buffer.from(book)
  bytes.writeUInt16BE(count, 76)
  return bytes
}

const DAMAGED = /MOBI or AZW3 file is damaged or cut off/
const COMPLEX = /too much time or memory/
const PROTECTED = /protected \(DRM\)/

test.each<[what: string, content: () => Buffer, words: RegExp]>([
  ['cut off in its list of records', () => kf7().subarray(0, 90), DAMAGED],
  ['cut off in its header', () => kf7().subarray(0, 200), DAMAGED],
  ['cut off in its tables', () => kf8().subarray(0, -20), DAMAGED],
  ['without records', () => withCount(kf7(), 0), DAMAGED],
  ['of more records than it has bytes', () => withCount(kf7(), 65_535), DAMAGED],
  ['with a record that begins behind its end', () => withOffset(kf7(), 1, 0x7fffffff), DAMAGED],
  ['with a record in its own list', () => withOffset(kf7(), 0, 10), DAMAGED],
  ['with records that go back', () => withOffset(kf7(), 1, 90), DAMAGED],
  ['without a header', () => kf7({ fields: [[16, 0]] }), DAMAGED],
  ['of an unknown compression', () => kf7({ fields: [[0, 0x00050000]] }), DAMAGED],
  ['of more text than it has records', () => kf7({ fields: [[8, 0xffff1000]] }), DAMAGED],
  ['of text that repeats what is before it', () => withText(kf7(), Buffer.from([0x9f, 0xff])), DAMAGED],
  ['of text that repeats itself at once', () => withText(kf7(), Buffer.from([65, 0x80, 0x07])), DAMAGED],
  [
    'of a record that unpacks to very much',
    () => withText(kf7(), Buffer.concat([Buffer.from('a'), Buffer.alloc(20_000, Buffer.from([0x80, 0x0f]))])),
    DAMAGED,
  ],
  [
    'whose trailing bytes are more than the record',
    () => kf7({ fields: [[240, 0xfffe]], compression: 'none' }),
    DAMAGED,
  ],
  ['with metadata without an end', () => withMetadata(0xfffffff0), DAMAGED],
  ['with metadata without a length', () => withMetadata(0), DAMAGED],
  ['without a dictionary', () => kf7({ compression: 'huffman', fields: [[112, 0xffffffff]] }), DAMAGED],
  [
    'with a dictionary of very many records',
    () => kf7({ compression: 'huffman', fields: [[116, 0x7fffffff]] }),
    DAMAGED,
  ],
  ['with a phrase that is made of itself', () => withPhrase('\x01'), DAMAGED],
  [
    'with codes without a length',
    () => withNumber(kf7({ compression: 'huffman' }), 'HUFF', [[24 + 0x3c * 4, 0]]),
    DAMAGED,
  ],
  ['with phrases that are nowhere', () => withNumber(kf7({ compression: 'huffman' }), 'CDIC', [[8, 0]]), DAMAGED],
  ['of chapters without skeletons', () => kf8({ fields: [[252, 0]] }), DAMAGED],
  ['of an index of itself', () => withNumber(kf8(), 'INDX', [[24, 4_000]]), DAMAGED],
  [
    'of an index with very many entries',
    () =>
      changed(kf8(), (records) => {
        const at = startingWith(records, 'INDX') + 1
        const record = Buffer.from(records[at] ?? '')
        record.writeUInt32BE(0xffffffff, 24)
        return records.with(at, record)
      }),
    DAMAGED,
  ],
  ['of an index with a huge table of tags', () => withNumber(kf8(), 'INDX', [[192 + 4, 0xfffffff0]]), DAMAGED],
  ['of very many flows', () => withNumber(kf8(), 'FDST', [[8, 0xffffffff]]), DAMAGED],
  ['of flows outside of its text', () => withNumber(kf8(), 'FDST', [[12, 0x7fffffff]]), DAMAGED],
  ['protected', () => kf7({ encryption: 2 }), PROTECTED],
  ['protected in the old way', () => kf8({ encryption: 1 }), PROTECTED],
  [
    'of which the newer half is protected',
    () => aJointMobi({ html: '<p>Open.</p>' }, { chapters: ['<p>Shut.</p>'], encryption: 2 }),
    PROTECTED,
  ],
  ['of elements in elements', () => kf8({ chapters: [`${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`] }), COMPLEX],
  ['of blanks alone', () => kf7({ html: '<p> </p>'.repeat(1000) }), /no text/],
  ['without text', () => kf7({ fields: [[8, 0x00001000]] }), /no text/],
])('a MOBI %s is refused in words, and nothing is left', async (_, make, words) => {
  const problem = await expectNothingStored(site, () => problemFrom(publish(make())))
  expect(problem).toMatchObject({ status: 422, message: expect.stringMatching(words) })
})

test.each<[what: string, content: () => Buffer]>([
  ['scripts and forms', () => kf8({ chapters: ['<script>alert(1)</script><form><p onclick="x()">x</p></form>'] })],
  [
    'addresses that run',
    () => kf7({ html: '<p><a href="javascript:alert(1)">x</a><a href="file:///etc/passwd">y</a></p>' }),
  ],
  [
    'style sheets that load',
    () => kf8({ css: '@import url(http://127.0.0.1/); p { background: url(http://127.0.0.1/) }' }),
  ],
  [
    'a picture that is a drawing',
    () => kf7({ html: '<p>x<img recindex="1"/></p>', pictures: [Buffer.from('<svg onload="x"/>')] }),
  ],
  ['pictures that are nowhere', () => kf7({ html: '<p>x<img recindex="999999"/><img recindex="0"/></p>' })],
  ['links into nothing', () => kf7({ html: '<p>x<a filepos=9999999999>y</a><a filepos=0000000003>z</a></p>' })],
  [
    'positions of fragments that are nowhere',
    () => kf8({ chapters: ['<p>x <a href="kindle:pos:fid:VVVV:off:VVVVVVVVVV">y</a></p>'] }),
  ],
  [
    'notes that refer to each other',
    () => kf7({ html: '<p id="a"><a filepos=@{b}>1</a> x</p><p id="b"><a filepos=@{a}>1</a> y</p>' }),
  ],
  [
    'contents that are below themselves',
    () => kf7({ html: '<p id="a">x</p>', contents: [{ label: 'a', id: 'a', level: 200 }] }),
  ],
  ['a boundary that is none', () => kf7({ exth: [[121, 1]] })],
  ['a cover that is none', () => kf7({ exth: [[201, 0xfffffff0]] })],
  [
    'names of objects',
    () => kf8({ chapters: ['<p class="__proto__ constructor" id="__proto__">x <a href="@{__proto__}">y</a></p>'] }),
  ],
])('a MOBI with %s becomes a book that is harmless', async (_, make) => {
  const { book } = await publish(make())
  const { downloadUrl } = await site.api(author)(books.getBookFile, { params: { id: book._id } })
  const { rawPayload } = await site.app.inject({ method: 'GET', url: downloadUrl ?? '' })
  const { chapters } = await ingest(rawPayload)
  expect(chapters.flatMap(({ xhtml }) => faultsInDocument(xhtml))).toEqual([])
})

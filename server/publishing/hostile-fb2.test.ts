import { afterAll, beforeAll, expect, test } from 'vitest'
import * as books from '#contract/books.ts'
import * as calls from '#contract/publishing.ts'
import { aFictionBook } from '#server/formats/epub/manuscript/testing-fb2.ts'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
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

const publish = (content: string | Buffer, name = 'a.fb2') =>
  site.api(author)(calls.publishBook, {
    body: aBookForm({ pdf: new Blob([new Uint8Array(Buffer.from(content))]), pdfFileName: name }),
  })

const section = (content: string) => aFictionBook({ body: `<section>${content}</section>` })
const paragraph = (content: string) => section(`<p>${content}</p>`)
const withDoctype = (doctype: string, content: string) =>
  paragraph(content).replace('<FictionBook', `<!DOCTYPE FictionBook [${doctype}]><FictionBook`)
const whole = paragraph('Words.')
const nested = (name: string, depth: number) => `<${name}>`.repeat(depth) + '<p>x</p>' + `</${name}>`.repeat(depth)
const DAMAGED = /FictionBook file is damaged/
const COMPLEX = /too much time or memory/
const inZip = (...entries: Parameters<typeof aZip>[0]) => aZip(entries)

test.each<[what: string, content: string | Buffer, words: RegExp, name?: string]>([
  ['cut off', whole.slice(0, whole.length / 2), DAMAGED],
  ['cut off within its declaration', whole.slice(0, 30), DAMAGED],
  ['of another root', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>x</p></html>', DAMAGED],
  ['with the root below another', `<a>${whole.replace(/^<\?xml[^>]*>\s*/, '')}</a>`, DAMAGED],
  [
    'of an encoding that nobody knows',
    Buffer.from(paragraph('ä'.repeat(300)).replace('utf-8', 'x-none'), 'latin1'),
    DAMAGED,
  ],
  ['of ends in a wrong order', paragraph('<strong><emphasis>x</strong></emphasis>'), DAMAGED],
  ['of a prefix that is not declared', paragraph('<z:a>x</z:a>'), DAMAGED],
  ['of an attribute twice', paragraph('<a l:href="#a" l:href="#b">x</a>'), DAMAGED],
  ['of an entity that is not declared', paragraph('&none;'), DAMAGED],
  ['of an entity of a file', withDoctype('<!ENTITY e SYSTEM "file:///etc/passwd">', '&e;'), DAMAGED],
  ['of an entity of an address', withDoctype('<!ENTITY e SYSTEM "http://127.0.0.1/">', '&e;'), DAMAGED],
  ['of entities of entities', withDoctype('<!ENTITY a "aa"><!ENTITY b "&a;&a;">', '&b;'), DAMAGED],
  ['of long entities', withDoctype(`<!ENTITY a "${'a'.repeat(200)}">`, '&a;'.repeat(11_000)), COMPLEX],
  ['of deep sections', section(nested('section', 300)), COMPLEX],
  ['of deep quotations', section(nested('cite', 300)), COMPLEX],
  ['of too many elements', section('<p/>'.repeat(400_001)), COMPLEX],
  ['without a body', '<?xml version="1.0"?><FictionBook><description/></FictionBook>', /no text/],
  ['of blanks alone', section('<empty-line/>'.repeat(1000)), /no text/],
  ['of a picture alone that is none', section('<image l:href="#a"/>'), /no text/],
  ['that is no text', Buffer.from([1, 2, 3, 0, 4]), /PDF/],
  [
    'two in an archive',
    inZip({ name: 'a.fb2', data: whole }, { name: 'b.fb2', data: whole }),
    /one book at a time/,
    'a.zip',
  ],
  ['damaged in an archive', inZip({ name: 'a.fb2', data: whole.slice(0, 300) }), DAMAGED, 'a.fb2.zip'],
  [
    'beside a way out of the archive',
    inZip({ name: 'a.fb2', data: whole }, { name: '../b', data: 'x' }),
    /leads out/,
    'a.zip',
  ],
  ['in an archive with a password', inZip({ name: 'a.fb2', data: whole, stated: { flags: 1 } }), /password/, 'a.zip'],
  [
    'in an archive as a bomb',
    inZip({ name: 'a.fb2', data: ' '.repeat(20_000_000) + whole }),
    /far larger/,
    'a.fb2.zip',
  ],
])('a FictionBook %s is refused in words, and nothing is left', async (_, content, words, name = 'a.fb2') => {
  const problem = await expectNothingStored(site, () => problemFrom(publish(content, name)))
  expect(problem).toMatchObject({ message: expect.stringMatching(words) })
  expect([415, 422]).toContain(problem.status)
})

const note = (id: string, content: string) => `<section id="${id}"><p>${content}</p></section>`
const toNote = (id: string) => `<a l:href="#${id}" type="note">1</a>`
const withNotes = (...notes: string[]) => `<body name="notes">${notes.join('')}</body>`

test.each<[what: string, content: string]>([
  ['scripts and forms', paragraph('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script><form>x</form>')],
  ['addresses that run', paragraph('<a l:href="javascript:alert(1)">x</a><a l:href="file:///etc/passwd">y</a>')],
  [
    'names of objects',
    paragraph(`x${toNote('__proto__')}`).replace(
      '</FictionBook>',
      `${withNotes(note('__proto__', 'y'))}</FictionBook>`,
    ),
  ],
  [
    'notes that refer to each other',
    aFictionBook({
      body: `<section><p>x${toNote('a')}</p></section>`,
      rest: withNotes(note('a', `a${toNote('b')}`), note('b', `b${toNote('a')}${toNote('b')}`)),
    }),
  ],
  ['one id many times', section('<p id="a">x</p><p id="a">y</p><p><a l:href="#a">z</a></p>')],
  [
    'ids that are no names',
    section('<p id="&quot; onload=&quot;x">x</p><p><a l:href="#&quot; onload=&quot;x">z</a></p>'),
  ],
  ['a table of huge cells', section('<table><tr><td colspan="99999999" rowspan="-1">x</td></tr></table>')],
  [
    'a picture that is a drawing',
    aFictionBook({
      body: '<section><p>x<image l:href="#a"/></p></section>',
      rest: `<binary id="a" content-type="image/png">${Buffer.from('<svg onload="x"/>').toString('base64')}</binary>`,
    }),
  ],
  [
    'a style sheet',
    whole.replace(
      '<description>',
      '<stylesheet type="text/css">* { background: url(http://127.0.0.1/) }</stylesheet><description>',
    ),
  ],
])('a FictionBook with %s becomes a book that is harmless', async (_, content) => {
  const { book } = await publish(content)
  const { downloadUrl } = await site.api(author)(books.getBookFile, { params: { id: book._id } })
  const { rawPayload } = await site.app.inject({ method: 'GET', url: downloadUrl ?? '' })
  const { chapters } = await ingest(rawPayload)
  expect(chapters.flatMap(({ xhtml }) => faultsInDocument(xhtml))).toEqual([])
})

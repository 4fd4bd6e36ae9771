import { PNG } from '#server/testing/book-form.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import type { Sample } from './testing-manuscripts.ts'

interface Fb2Plan {
  /** The content of its first body. */
  body: string
  /** What follows that body: other bodies and binaries. */
  rest?: string
  titleInfo?: string
  publishInfo?: string
  encoding?: string
}

const NAMESPACES =
  'xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** The text of a FictionBook. */
export const aFictionBook = ({ body, rest = '', titleInfo = '', publishInfo = '', encoding = 'utf-8' }: Fb2Plan) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<FictionBook ${NAMESPACES}><description><title-info>${titleInfo}</title-info>` +
  `<document-info><date value="2024-03-05">5 March</date></document-info><publish-info>${publishInfo}</publish-info></description>` +
  `<body>${body}</body>${rest}</FictionBook>`

const BINARIES = ['cover', 'mill'].map(
  (id, at) =>
    // The second one differs, as its bytes go on after the end of the picture.
    `<binary id="${id}.png" content-type="image/png">${Buffer.concat([PNG, Buffer.alloc(at)]).toString('base64')}</binary>`,
)

const TITLE_INFO =
  '<genre>sf_fantasy</genre><genre>adv_maritime</genre><author><first-name>Ottoline</first-name><middle-name>M.</middle-name><last-name>Marsh</last-name></author>' +
  '<author><nickname>Ferryman</nickname></author><book-title>The Mill</book-title><annotation><p>A wheel turns.</p><p>It stops.</p></annotation>' +
  '<keywords>mills, rivers</keywords><date value="1999-05-04">Spring 1999</date><coverpage><image l:href="#cover.png"/></coverpage>' +
  '<lang>en</lang><sequence name="River" number="2"/>'

const BODY =
  '<title><p>Ottoline M. Marsh</p><p>The Mill</p></title><epigraph><p>Water remembers.</p><text-author>Anon</text-author></epigraph>' +
  '<section id="one"><title><p>Chapter One</p><p>The Wheel</p></title><epigraph><p>Turn, turn.</p></epigraph>' +
  '<p>A <strong>bold</strong>, <emphasis>slanted</emphasis>, <strikethrough>struck</strikethrough> H<sub>2</sub>O x<sup>2</sup> <code>let</code> word<a l:href="#n1" type="note">[1]</a>.</p>' +
  '<empty-line/><p>After a gap<a l:href="#n2" type="note">*</a>, and <a l:href="#two">the second chapter</a>, or <a l:href="https://example.org/">a page</a>.</p>' +
  '<subtitle>* * *</subtitle><poem><title><p>Song</p></title><stanza><v>First line,</v><v>second line.</v></stanza><stanza><v>Third line.</v></stanza><text-author>A. Poet</text-author></poem>' +
  '<cite><p>Quoted words.</p><text-author>Who said it</text-author></cite><image l:href="#mill.png" alt="A mill" title="The mill at dusk"/>' +
  '<table><tr><th>Name</th><th align="right">Age</th></tr><tr><td colspan="2">Ida<a l:href="#n1" type="note">[1]</a></td></tr></table></section>' +
  '<section id="two"><title><p>Chapter Two</p></title><section><title><p>Below</p></title><p xml:lang="fr">Il y avait un moulin.</p></section>' +
  '<section><p>A scene.</p></section><section><p>Another scene.</p></section></section>'

const NOTES =
  '<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>The first note.</p></section>' +
  '<section id="n2"><title><p>*</p></title><p>The second note.</p></section><section id="n3"><title><p>3</p></title><p>Nobody refers to this.</p></section></body>'

/** One with all that the format has. */
export const richFictionBook = () =>
  aFictionBook({
    body: BODY,
    rest: NOTES + BINARIES.join(''),
    titleInfo: TITLE_INFO,
    publishInfo: '<publisher>River Press</publisher><year>2001</year><isbn>978-3-16-148410-0</isbn>',
  })

const section = (words: string) => `<section><title><p>${words}</p></title><p>${words}.</p></section>`

/** Letters of Russian in the encoding of one byte each. */
export const inWindows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
    }),
  )

const RUSSIAN = { titleInfo: '<book-title>Мельница</book-title><lang>ru</lang>', body: section('Глава первая') }
const HEBREW = { titleInfo: '<book-title>הטחנה</book-title><lang>he</lang>', body: section('פרק ראשון') }

export const FB2_SAMPLES: Record<string, () => Sample> = {
  rich: () => ({ fileName: 'mill.fb2', bytes: Buffer.from(richFictionBook()) }),
  zipped: () => ({ fileName: 'mill.fb2.zip', bytes: aZip([{ name: 'mill.fb2', data: richFictionBook() }]) }),
  'windows-1251': () => ({
    fileName: 'a.fb2',
    bytes: inWindows1251(aFictionBook({ ...RUSSIAN, encoding: 'windows-1251' })),
  }),
  'windows-1251 after a blank line': () => ({
    fileName: 'a.fb2',
    bytes: inWindows1251(`\r\n${aFictionBook({ ...RUSSIAN, encoding: 'windows-1251' })}`),
  }),
  'UTF-16': () => ({
    fileName: 'a.fb2',
    bytes: Buffer.from(`\uFEFF${aFictionBook({ ...RUSSIAN, encoding: 'utf-16' })}`, 'utf16le'),
  }),
  'UTF-16 without a mark': () => ({
    fileName: 'a.fb2',
    bytes: Buffer.from(aFictionBook({ ...RUSSIAN, encoding: 'utf-16' }), 'utf16le'),
  }),
  Hebrew: () => ({ fileName: 'a.fb2', bytes: Buffer.from(aFictionBook(HEBREW)) }),
}

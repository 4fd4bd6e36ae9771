import { expect, test } from 'vitest'
import { PNG } from '#server/testing/book-form.ts'
import { damage, randomFrom } from '#tests/damage.ts'
import { readHtml } from './html/read-html.ts'
import { XmlError } from './read-xml.ts'
import { sanitizeDocument } from './sanitize-document.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aDocument, anEpub } from './testing-epub.ts'
import { faultsInDocument, wellFormed } from './testing-harmless.ts'
import { ingest } from './testing-ingest.ts'

const textOf = async (chapter: string) => {
  const { chapters, manifest } = await ingest(anEpub({ chapters: { one: '<p>Before.</p>', two: chapter } }))
  wellFormed(chapters[1]?.xhtml ?? '')
  return { text: chapters[1]?.text, xhtml: chapters[1]?.xhtml ?? '', findings: manifest.findings }
}

test.skipIf(!hasCases)(
  'a chapter with one open tag and a bare ampersand is in the book, and its author is told the line',
  async () => {
    const { chapters, manifest } = await ingest(caseFile('r50-one-chapter-with-br.epub'))
    expect(chapters).toHaveLength(3)
    expect(chapters[1]?.text).toContain('Fish & chips')
    expect(manifest.findings).toMatchObject([
      {
        kind: 'chapter',
        text: expect.stringMatching(/no well-formed XHTML \(line \d+: .+\)\. It was read as HTML: please/),
      },
    ])
  },
)

test.skipIf(!hasCases)('a book whose documents name no namespace is read', async () => {
  const { chapters } = await ingest(caseFile('r49-no-namespace-html.epub'))
  expect(chapters[0]?.text).not.toBe('')
})

test.each<[what: string, body: string, text: string]>([
  ['a bare ampersand', '<p>A & B</p>', 'A & B'],
  ['a bare sign', '<p>1 < 2</p>', '1 < 2'],
  ['an unknown entity', '<p>a&unknown;b</p>', 'a&unknown;b'],
  ['an undeclared prefix', '<p><o:p>Word</o:p></p>', 'Word'],
  ['an open line break', '<p>a<br>b</p>', 'a\nb'],
  ['an open paragraph', '<p>a<p>b', 'a\nb'],
  ['misnested elements', '<p><b>a<i>b</b>c</i></p>', 'abc'],
  ['an attribute twice', '<p class="a" class="b">a</p>', 'a'],
  ['an attribute without quotes', '<p class=a>a</p>', 'a'],
  ['an attribute without a value', '<ol reversed><li>a</li></ol>', 'a'],
  ['a comment with dashes', '<p>a<!-- x -- y -->b</p>', 'ab'],
  ['a control character', '<p>a\u0001b</p>', 'ab'],
  ['a script with signs', '<script>if (a && b < c) {}</script><p>a</p>', 'a'],
  ['an end without a beginning', '<p>a</p></div><p>b</p>', 'a\nb'],
])('a chapter with %s keeps its words', async (_, body, text) => {
  const { text: found, findings } = await textOf(body)
  expect(found).toBe(text)
  expect(findings.filter(({ kind }) => kind === 'chapter')).toHaveLength(1)
})

test.each([
  ['a blank line before the declaration', `\n<?xml version="1.0"?>${aDocument('<p>a</p>')}`],
  ['words after the end', `${aDocument('<p>a</p>')} tail`],
  ['no namespace', '<html><head><title>t</title></head><body><p>a</p></body></html>'],
  ['no body', '<html xmlns="http://www.w3.org/1999/xhtml"><p>a</p></html>'],
  ['a document type of its own', `<!DOCTYPE html [<!ENTITY one "a">]>${aDocument('<p>&one;<br></p>')}`],
])('a document with %s is read', async (_, document) => {
  expect((await textOf(document)).text).toMatch(/^a/)
})

const OPF = (metadata: string, before = '', item = '') =>
  `${before}<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata>` +
  `<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>${item}</manifest>` +
  '<spine toc="ncx"><itemref idref="one"/></spine></package>'
const NCX = (label: string, before = '') =>
  `${before}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>${label}</text></docTitle><navMap><navPoint id="n"><navLabel><text>${label}</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>`
const TITLE = '<dc:title>A Book</dc:title>'

test.each<[what: string, opf: string, title: string, authors: string[]]>([
  ['a prefix without a namespace', OPF(`${TITLE}<dc:creator opf:role="aut">Ann</dc:creator>`), 'A Book', ['Ann']],
  ['the prefix of a type', OPF(`${TITLE}<dc:language xsi:type="dcterms:RFC3066">en</dc:language>`), 'A Book', []],
  [
    'words of Dublin Core without a namespace',
    OPF(TITLE).replace(' xmlns:dc="http://purl.org/dc/elements/1.1/"', ''),
    'A Book',
    [],
  ],
  ['a bare ampersand in a title', OPF('<dc:title>Fish & Chips &amp; Peas&#33;</dc:title>'), 'Fish & Chips & Peas!', []],
  [
    'a bare ampersand in a name',
    OPF(TITLE, '', '<item id="a&b" href="a&b.png" media-type="image/png"/>'),
    'A Book',
    [],
  ],
  ['a control character in a title', OPF('<dc:title>A\u000b Book\u0000</dc:title>'), 'A Book', []],
  ['a blank line before the declaration', OPF(TITLE, '\n <?xml version="1.0" encoding="utf-8"?>'), 'A Book', []],
])('a package document with %s is read', async (_, opf, title, authors) => {
  const { manifest, chapters } = await ingest(anEpub({ opf, entries: { 'OPS/toc.ncx': NCX('One') } }))
  expect(manifest.metadata.title).toBe(title)
  expect(manifest.metadata.authors.map(({ name }) => name)).toEqual(authors)
  expect(chapters.map(({ text }) => text)).toEqual(['One.'])
})

test.each([
  ['a bare ampersand', NCX('Fish & Chips'), 'Fish & Chips'],
  ['a name of HTML', NCX('Fish&nbsp;&amp; Chips'), 'Fish & Chips'],
  ['a blank line before the declaration', NCX('One', '\n<?xml version="1.0"?>'), 'One'],
])('contents in an NCX with %s are read', async (_, ncx, label) => {
  const { manifest } = await ingest(anEpub({ opf: OPF(TITLE), entries: { 'OPS/toc.ncx': ncx } }))
  expect(manifest.contents).toEqual([{ label, target: 'OPS/one.xhtml', level: 1 }])
})

const SLIP = '<p>Fish & chips</p>'

test.each<[what: string, body: string]>([
  ['script', '<script src="x.js"/>'],
  ['style', '<style/>'],
  ['an anchor', '<a id="x"/>'],
  ['a division', '<div class="break"/>'],
  ['emphasis', '<p>x<i/><b/></p>'],
  ['a frame', '<iframe src="x"/>'],
  ['a text field', '<textarea/>'],
  ['a list', '<ul/>'],
  ['a table', '<table/>'],
])('%s that closes itself swallows nothing of a chapter that has a slip elsewhere', async (_, body) => {
  const { text, xhtml } = await textOf(aDocument(`${SLIP}${body}<p>and <em>all</em> after it</p>`, '<title/>'))
  expect(text).toMatch(/^Fish & chips\n[^]*and all after it$/)
  expect(xhtml).toContain('<p>and <em>all</em> after it</p></body>')
})

test('an element that HTML would read to the end of the file swallows nothing', async () => {
  expect((await textOf('<html><head><title>Never ended<body><p>a</p><p>b</p></body></html>')).text).toMatch(/a\nb$/)
  expect((await textOf(`${SLIP}<style>p { color: red } <p>a</p>`)).text).toMatch(/a$/)
})

test('drawings, formulas, links and EPUB’s own attributes are as in XHTML', async () => {
  const { chapters, manifest } = await ingest(
    anEpub({
      chapters: {
        one: aDocument(
          `${SLIP}<section epub:type="chapter" xml:lang="fr"><s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:linearGradient id="g"/>` +
            '<s:image xlink:href="a.png" width="9"/></s:svg><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mspace/><mi>y</mi></math>' +
            '<p><![CDATA[a < b]]></p><a href="#top">Up</a></section>',
          '<style><![CDATA[p > i { color: red }]]></style><style>p &gt; b { color: red }</style>',
        ),
      },
      files: { 'a.png': { type: 'image/png', data: PNG } },
    }),
  )
  const xhtml = chapters[0]?.xhtml ?? ''
  expect(xhtml).toContain('<section epub:type="chapter" xml:lang="fr" lang="fr">')
  expect(xhtml).toContain(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"/><image data-book-href="OPS/a.png" width="9"/></svg>',
  )
  expect(xhtml).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mspace/><mi>y</mi></math>')
  expect(xhtml).toContain('<p>a &lt; b</p>')
  expect(xhtml).toContain('data-book-to="OPS/one.xhtml#top"')
  expect(chapters[0]?.stylesheets.map(({ css }) => css)).toEqual(['p>i{color:red}', 'p>b{color:red}'])
  expect(manifest.resources.map(({ path }) => path)).toEqual(['OPS/a.png'])
})

test('a chapter with a slip is told of once, and what is left out of it is counted once', async () => {
  const { findings } = await textOf(`<script>x</script>${SLIP}`)
  expect(findings.map(({ kind, text }) => [kind, text.slice(0, 1)])).toEqual([
    ['chapter', 'T'],
    ['script', '1'],
  ])
})

test('a page stands in place of a chapter that cannot be read, and counts as none', async () => {
  const entries = { 'OPS/two.xhtml': '\0\0no document', 'OPS/three.xhtml': Buffer.from([0xff, 0xfe, 0, 0xd8]) }
  const { chapters, manifest } = await ingest(anEpub({ chapters: { one: '<p>a</p>', two: '', three: '' }, entries }))
  expect(chapters.map(({ text }) => text)).toEqual([
    'a',
    'A chapter is missing here: its file, “two.xhtml”, cannot be read.',
    'A chapter is missing here: its file, “three.xhtml”, cannot be read.',
  ])
  expect(manifest.findings[0]?.text).toMatch(/“OPS\/two.xhtml” cannot be shown, and a page in its place says so: /)
  expect(faultsInDocument(wellFormed(chapters[1]?.xhtml ?? ''))).toEqual([])
})

const read = (source: string) => {
  const references = { resource: () => undefined, link: () => undefined, file: () => undefined }
  try {
    return sanitizeDocument(source, { references, layout: 'reflowable', onRefused: () => {} }, readHtml).xhtml
  } catch (error) {
    if (error instanceof XmlError) return error.message
    throw error
  }
}

test.each<[what: string, source: string, result: RegExp]>([
  ['deep elements', '<div>'.repeat(200_000), /nested too deeply/],
  ['deep formatting', Array.from({ length: 50_000 }, (_, at) => `<font size=${at}>`).join(''), /nested too deeply/],
  ['deep elements of SVG', `<svg>${'<g>'.repeat(200_000)}`, /nested too deeply/],
  ['misnested elements', '<b><p></b>'.repeat(30_000), /^</],
  [
    'formatting that is repeated',
    `<p>${Array.from({ length: 100 }, (_, at) => `<font size=${at}>`).join('')}${'<p>x'.repeat(50_000)}`,
    /too many elements/,
  ],
  ['words beside the cells of a table', `<table>${'x<b></b><tr>'.repeat(20_000)}`, /^</],
  ['one element of many attributes', `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}`).join(' ')}>x`, /^</],
  ['comments that never end', '<!--'.repeat(500_000), /^</],
  ['sections of CDATA', `<p>${'<![CDATA['.repeat(200_000)}`, /^</],
  [
    'a document type',
    `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(200)}">]><p>${'&a;'.repeat(20_000)}`,
    /entities are too long/,
  ],
])('%s without end are bounded', (_, source, result) => {
  expect(read(source).slice(0, 80)).toMatch(result)
})

/** How many damaged documents are read; set FUZZ_FILES for another number. */
const FORMS = Number(process.env['FUZZ_FILES'] ?? 1_000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

const EVIL =
  '<script>alert(1)</script><svg onload="alert(1)"><title><style><img src=x onerror=alert(1)></style></title></svg>' +
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></math>' +
  '<a href="javascript:alert(1)">x</a><iframe srcdoc="<script>alert(1)</script>"></iframe><noscript><p title="</noscript><img src=x onerror=alert(1)>">' +
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></form><select><template><img src=x onerror=alert(1)>' +
  '<svg:script xlink:href="http://evil.example/x"/><base href="http://evil.example/"><p style="background:url(http://evil.example/y)">y'

test(
  'damaged and hostile documents are read as HTML into well-formed XHTML that runs and loads nothing',
  { timeout: 600_000 },
  () => {
    const sources = [aDocument(`${SLIP}${EVIL}`), `${EVIL}<p>x</p>`, aDocument(`<table><tr><td>${EVIL}</table>${EVIL}`)]
    const refused: string[] = []
    for (let form = 0; form < FORMS; form += 1) {
      const random = randomFrom(SEED * 1_000_003 + form)
      let bytes = Buffer.from(sources[form % sources.length] ?? '')
      for (let times = 0; times <= form % 4; times += 1) bytes = Buffer.from(damage(bytes, random))
      const result = read(bytes.toString())
      if (result.startsWith('<')) expect([form, faultsInDocument(wellFormed(result))]).toEqual([form, []])
      else refused.push(result)
    }
    expect(refused.length).toBeLessThan(FORMS / 10)
  },
)

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { PNG } from '#server/testing/book-form.ts'
import { aDocument, anEpub, MINIMAL } from './testing-epub.ts'
import { ingest, refusalOf } from './testing-ingest.ts'
import { aZip } from './testing-zip.ts'

const fontFile = createRequire(import.meta.url).resolve('@fontsource/amiri/files/amiri-latin-400-normal.woff')

test('a book gives its chapters, their files and a manifest', async () => {
  const { manifest, chapters, resources } = await ingest(
    anEpub({
      chapters: {
        one: aDocument('<p>One &amp; two.</p><img src="a.png" alt="A"/>', '<link rel="stylesheet" href="s.css"/>'),
        two: '<p>Three.</p>',
      },
      files: {
        'a.png': { type: 'image/png', data: PNG },
        'unused.png': { type: 'image/png', data: PNG },
        's.css': { type: 'text/css', data: 'p{color:red}' },
      },
    }),
  )
  expect(chapters[0]).toMatchObject({
    path: 'OPS/one.xhtml',
    cfi: '/6/2',
    title: null,
    root: 'xhtml',
    text: 'One & two.',
    wordCount: 2,
    stylesheets: [{ path: 'OPS/s.css', css: null, media: null }],
    resources: ['OPS/a.png'],
  })
  expect(chapters[1]).toMatchObject({ path: 'OPS/two.xhtml', cfi: '/6/4', text: 'Three.', resources: [] })
  expect([...resources.keys()]).toEqual(['OPS/s.css', 'OPS/a.png'])
  expect(manifest.resources).toEqual([
    { path: 'OPS/s.css', type: 'text/css', bytes: 12, hash: createHash('sha256').update('p{color:red}').digest('hex') },
    { path: 'OPS/a.png', type: 'image/png', bytes: PNG.length, hash: createHash('sha256').update(PNG).digest('hex') },
  ])
  expect(manifest).toMatchObject({ direction: null, layout: 'reflowable', cover: null, findings: [] })
  expect(manifest.chapters.map(({ textLength }) => textLength)).toEqual([10, 6])
})

test('the metadata of EPUB 3 is read as a whole', async () => {
  const metadata = `<dc:identifier id="id">urn:isbn:978-0-306-40615-7</dc:identifier>
    <dc:title id="s">A Subtitle</dc:title><meta refines="#s" property="title-type">subtitle</meta>
    <dc:title id="t">The  Main
      Title</dc:title><meta refines="#t" property="title-type">main</meta><meta refines="#t" property="file-as">Main Title, The</meta>
    <dc:creator id="b">Bea</dc:creator><meta refines="#b" property="display-seq">2</meta>
    <dc:creator id="a">Ann Author</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>
    <meta refines="#a" property="file-as">Author, Ann</meta><meta refines="#a" property="display-seq">1</meta>
    <dc:creator id="i">Ida</dc:creator><meta refines="#i" property="role">ill</meta><dc:contributor>Con</dc:contributor>
    <dc:language>en</dc:language><dc:language>fr-CA</dc:language>
    <dc:description>&lt;p&gt;First &amp;amp; &lt;b&gt;best&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Second&amp;#33; &amp;valueOf;&lt;/p&gt;&lt;script&gt;</dc:description>
    <dc:publisher>P</dc:publisher><dc:date>2020-05-06T00:00:00Z</dc:date><dc:rights>R</dc:rights>
    <dc:subject>S1</dc:subject><dc:subject>S1</dc:subject><dc:subject>S2</dc:subject>
    <meta property="dcterms:modified">2024-01-02T03:04:05Z</meta>
    <meta property="belongs-to-collection" id="set">Set</meta><meta refines="#set" property="collection-type">set</meta>
    <meta property="belongs-to-collection" id="ser">Series</meta><meta refines="#ser" property="collection-type">series</meta>
    <meta refines="#ser" property="group-position">3</meta>
    <meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>
    <meta property="schema:accessModeSufficient">textual, visual</meta><meta property="schema:accessModeSufficient">textual</meta>
    <meta property="schema:accessibilityFeature">alternativeText</meta><meta property="schema:accessibilityHazard">none</meta>
    <meta property="schema:accessibilitySummary">Good.</meta><link rel="dcterms:conformsTo" href="http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa"/>
    <meta property="a11y:certifiedBy">C</meta>`
  const { manifest } = await ingest(anEpub({ metadata }))
  expect(manifest.metadata).toEqual({
    title: 'The Main Title',
    subtitle: 'A Subtitle',
    sortTitle: 'Main Title, The',
    authors: [
      { name: 'Ann Author', sortName: 'Author, Ann' },
      { name: 'Bea', sortName: null },
    ],
    contributors: [
      { name: 'Ida', role: 'ill' },
      { name: 'Con', role: null },
    ],
    languages: ['en', 'fr-CA'],
    identifier: 'urn:isbn:978-0-306-40615-7',
    isbn: '9780306406157',
    description: 'First & best.\nSecond! &valueOf;',
    publisher: 'P',
    published: '2020-05-06',
    modified: '2024-01-02',
    rights: 'R',
    subjects: ['S1', 'S2'],
    series: { name: 'Series', position: '3' },
    accessibility: {
      accessModes: ['textual', 'visual'],
      sufficientModes: [['textual', 'visual'], ['textual']],
      features: ['alternativeText'],
      hazards: ['none'],
      summary: 'Good.',
      certifiedBy: 'C',
      conformsTo: ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa'],
    },
  })
})

test('the metadata, cover and navigation of EPUB 2 are read', async () => {
  const metadata = `<dc:title>Old</dc:title><dc:creator opf:role="aut" opf:file-as="Author, A.">A. Author</dc:creator>
    <dc:creator opf:role="trl">T</dc:creator><dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier>
    <dc:date opf:event="creation">1999</dc:date><dc:date opf:event="publication">2001-02</dc:date>
    <meta name="cover" content="f0"/><meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="2"/>`
  const ncx = `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
    <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Part</text></navLabel><content src="one.xhtml"/>
    <navPoint><navLabel><text>Inner</text></navLabel><content src="one.xhtml#in"/></navPoint></navPoint></navMap>
    <pageList><pageTarget><navLabel><text>iv</text></navLabel><content src="one.xhtml#p4"/></pageTarget></pageList></ncx>`
  const { manifest, chapters } = await ingest(
    anEpub({
      metadata,
      spine: 'toc="f1"',
      files: {
        'cover.png': { type: 'image/png', data: PNG },
        'toc.ncx': { type: 'application/x-dtbncx+xml', data: ncx },
      },
    }),
  )
  expect(manifest.metadata).toMatchObject({
    authors: [{ name: 'A. Author', sortName: 'Author, A.' }],
    contributors: [{ name: 'T', role: 'trl' }],
    isbn: '9780306406157',
    published: '2001-02',
    series: { name: 'S', position: '2' },
  })
  expect(manifest.cover).toBe('OPS/cover.png')
  expect(manifest.contents).toEqual([
    { label: 'Part', target: 'OPS/one.xhtml', level: 1 },
    { label: 'Inner', target: 'OPS/one.xhtml#in', level: 2 },
  ])
  expect(manifest.pageList).toEqual([{ label: 'iv', target: 'OPS/one.xhtml#p4' }])
  expect(chapters[0]?.title).toBe('Part')
})

test.each([
  ['<nav role="doc-toc"><ol><li><a href="one.xhtml">A</a></li></ol></nav>', 'A'],
  ['<nav><ul><li><a href="one.xhtml">A</a></li></ul></nav>', 'A'],
  [
    '<nav epub:type="toc"><ol><li><p><b><a href="one.xhtml">A</a></b></p><ul><li><a href="one.xhtml">B</a></li></ul></li></ol></nav>',
    'A, -B',
  ],
  ['<nav epub:type="toc"><ol><li><span>1</span> <a href="one.xhtml">A</a> <i>by B</i></li></ol></nav>', 'A'],
  [
    '<nav epub:type="toc"><ol><li><a href="one.xhtml"/>A</li><li>Part<ol><li><a href="one.xhtml">B</a></li></ol></li></ol></nav>',
    'A, (Part), -B',
  ],
  ['<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="one.xhtml">Start</a></li></ol></nav>', ''],
])('contents are read however they are marked up: %s', async (nav, contents) => {
  const files = { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data: aDocument(nav) } }
  const { manifest } = await ingest(anEpub({ files }))
  const written = manifest.contents.map(
    ({ label, target, level }) => '-'.repeat(level - 1) + (target === 'OPS/one.xhtml' ? label : `(${label})`),
  )
  expect(written.join(', ')).toBe(contents)
})

test('a navigation document gives contents, printed pages and landmarks', async () => {
  const nav = `<nav epub:type="toc"><h1>Contents</h1><ol><li><span>Part</span><ol><li><a href="one.xhtml"><img src="a.png" alt="Drawn"/></a></li></ol></li>
    <li><a href="gone.xhtml">Gone</a></li></ol></nav><nav epub:type="page-list" hidden=""><ol><li><a href="one.xhtml#p1">1</a></li></ol></nav>
    <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="one.xhtml">Start</a></li></ol></nav>`
  const files = { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data: aDocument(nav) } }
  const { manifest } = await ingest(anEpub({ files }))
  expect(manifest).toMatchObject({
    contents: [
      { label: 'Part', target: null, level: 1 },
      { label: 'Drawn', target: 'OPS/one.xhtml', level: 2 },
      { label: 'Gone', target: null, level: 1 },
    ],
    pageList: [{ label: '1', target: 'OPS/one.xhtml#p1' }],
    landmarks: [{ kind: 'bodymatter', label: 'Start', target: 'OPS/one.xhtml' }],
  })
})

const package3 = (metadata: string, manifest: string, spine: string) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}${metadata}</metadata><manifest>${manifest}</manifest>${spine}</package>`

test('the spine gives steps, layouts, sides and sizes of pages, and fallbacks in place of other files', async () => {
  const opf = package3(
    '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>',
    `<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.pdf" media-type="application/pdf" fallback="c"/>
     <item id="c" href="two.xhtml" media-type="application/xhtml+xml"/><item id="d" href="d.png" media-type="image/png"/><item id="e" href="e.svg" media-type="image/svg+xml"/>`,
    `<spine page-progression-direction="rtl"><itemref idref="a" id="r[1]" properties="page-spread-left"/><itemref idref="b" linear="no" properties="rendition:layout-reflowable rendition:page-spread-center rendition:spread-none"/>
     <itemref idref="gone"/><itemref idref="d"/><itemref idref="a"/><itemref idref="e"/></spine>`,
  )
  const size = (content: string) =>
    aDocument(
      '<p>x</p>',
      `<meta name="viewport" content="${content}"/><meta name="viewport" content="width=1,height=1"/>`,
    )
  const { manifest, chapters } = await ingest(
    anEpub({
      opf,
      chapters: { one: size('width=1200, height=600.5'), two: size('width=device-width') },
      entries: {
        'OPS/d.png': PNG,
        'OPS/e.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"/>',
        'OPS/b.pdf': '%PDF-',
      },
    }),
  )
  expect(manifest).toMatchObject({ direction: 'rtl', layout: 'pre-paginated' })
  const facts = manifest.chapters.map(({ cfi, path, isLinear, layout, spread, side, page }) => [
    cfi,
    path,
    isLinear,
    layout,
    spread,
    side,
    page,
  ])
  expect(facts).toEqual([
    ['/6/2[r^[1^]]', 'OPS/one.xhtml', true, 'pre-paginated', 'landscape', 'left', { width: 1200, height: 600.5 }],
    ['/6/4', 'OPS/two.xhtml', false, 'reflowable', 'none', 'center', null],
    ['/6/8', 'OPS/d.png', true, 'pre-paginated', 'landscape', null, { width: 1, height: 1 }],
    ['/6/10', 'OPS/one.xhtml', true, 'pre-paginated', 'landscape', null, { width: 1200, height: 600.5 }],
    ['/6/12', 'OPS/e.svg', true, 'pre-paginated', 'landscape', null, { width: 10, height: 20 }],
  ])
  expect(chapters.map(({ root }) => root)).toEqual(['xhtml', 'xhtml', 'xhtml', 'xhtml', 'svg'])
  expect(chapters[2]).toMatchObject({ resources: ['OPS/d.png'] })
  expect(manifest.findings).toMatchObject([{ kind: 'chapter', path: '/6/6' }])
})

test('a page of a fixed layout that states no size has that of the book', async () => {
  const opf = package3(
    '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:viewport">width=900, height=1400</meta>',
    '<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/>',
    '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="a" properties="rendition:layout-reflowable"/></spine>',
  )
  const two = aDocument('<p>x</p>', '<meta name="viewport" content="width=300, height=400"/>')
  const { manifest } = await ingest(anEpub({ opf, chapters: { one: '<p>x</p>', two } }))
  expect(manifest.chapters.map(({ page }) => page)).toEqual([
    { width: 900, height: 1400 },
    { width: 300, height: 400 },
    null,
  ])
})

test('a damaged chapter has a page in its place, which is told, and the book is not refused', async () => {
  const { manifest, chapters } = await ingest(
    anEpub({
      chapters: { one: '<p>Good.</p>', two: '', three: '<p>Good.</p>' },
      entries: { 'OPS/two.xhtml': '\0bad' },
    }),
  )
  expect(chapters.map(({ cfi }) => cfi)).toEqual(['/6/2', '/6/4', '/6/6'])
  expect(manifest.findings).toEqual([
    {
      kind: 'chapter',
      path: 'OPS/two.xhtml',
      text: expect.stringMatching(
        /^The chapter “OPS\/two.xhtml” cannot be shown, and a page in its place says so: it is no XHTML \(line 1: .+\)\.$/,
      ),
    },
  ])
})

test('style sheets are in order, after those that they import, each once as a file', async () => {
  const { chapters, resources } = await ingest(
    anEpub({
      chapters: {
        one: aDocument(
          '<p>x</p>',
          '<style media="print">@import "c.css";p{margin:0}</style><link rel="stylesheet" media="screen" href="css/a.css"/><link rel="alternate stylesheet" href="c.css"/>',
        ),
      },
      files: {
        'css/a.css': {
          type: 'text/css',
          data: '@import "b.css";@import "../c.css" (min-width:1em);a{background:url(../a.png)}',
        },
        'css/b.css': { type: 'text/css', data: '@import "a.css";b{color:red}' },
        'c.css': { type: 'text/css', data: 'c{color:red}' },
        'a.png': { type: 'image/png', data: PNG },
      },
    }),
  )
  const sheets = chapters[0]?.stylesheets.map(({ path, css, media }) => [path ?? css, media])
  expect(sheets?.slice(0, 2)).toEqual([
    ['OPS/c.css', 'print'],
    ['p{margin:0}', 'print'],
  ])
  expect(sheets?.slice(-3)).toEqual([
    ['OPS/css/b.css', 'screen'],
    ['OPS/c.css', '(min-width:1em)'],
    ['OPS/css/a.css', 'screen'],
  ])
  expect(resources.get('OPS/css/a.css')?.content.toString()).toBe('a{background:url(book:OPS/a.png)}')
  expect(chapters[0]?.resources).toEqual(['OPS/a.png'])
})

test('lengths are in the unit that any style sheet of their chapter gives the root', async () => {
  const links = (...names: string[]) =>
    names
      .map((name) => `<link rel="stylesheet" href="${name}.css"${name === 'paper' ? ' media="print"' : ''}/>`)
      .join('')
  const body = '<p style="font-size:1.6rem">x</p>'
  const css = (data: string) => ({ type: 'text/css', data })
  const { chapters, resources } = await ingest(
    anEpub({
      chapters: {
        both: aDocument(body, links('base', 'main')),
        one: aDocument(body, links('main')),
        reset: aDocument(body, links('base', 'main', 'plain')),
        imported: aDocument(body, '<style>@import "base.css";body{font-size:160%}</style>'),
        printed: aDocument(body, links('main', 'paper')),
      },
      files: {
        'base.css': css('html{font-size:62.5%}'),
        'main.css': css('body{font-size:1.4em}h1{font-size:2.4rem}'),
        'plain.css': css('html{font-size:100%}'),
        'paper.css': css('html{font-size:8px}'),
      },
    }),
  )
  const [root, main] = ['html{font-size:max(62.5%,0.45rem)}', 'body{font-size:1.4em}h1{font-size:2.4rem}']
  const found = chapters.map(({ xhtml, stylesheets }) => [
    /font-size:([^"]+)/.exec(xhtml)?.[1],
    ...stylesheets.map((sheet) => sheet.path ?? sheet.css),
  ])
  expect(found).toEqual([
    ['1rem', 'OPS/base.css', 'OPS/main.css'],
    ['1.6rem', main],
    ['1.6rem', 'OPS/base.css', main, 'OPS/plain.css'],
    ['1rem', 'OPS/base.css', 'body{font-size:100%}'],
    ['1.6rem', main, expect.any(String)],
  ])
  const cssAt = (path: string) => resources.get(path)?.content.toString()
  expect(cssAt('OPS/base.css')).toBe(root)
  expect(cssAt('OPS/main.css')).toBe('body{font-size:0.875em}h1{font-size:1.5rem}')
})

test('the style of a drawing keeps its lengths, which are those of its lines', async () => {
  const style = '<style>.l{font-size:12px;line-height:12px}</style>'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">${style}<text class="l">A</text></svg>`
  const { chapters } = await ingest(anEpub({ chapters: { one: aDocument(`<p>x</p>${drawing}`, style) } }))
  const [ofText, ofDrawing] = chapters[0]?.stylesheets.map(({ css }) => css) ?? []
  expect(ofText).toMatch(/^\.l\{font-size:0\.75rem/)
  expect(ofDrawing).toBe('.l{font-size:12px;line-height:12px}')
})

test('a font is restored, checked and kept; a broken one is left out and told', async () => {
  const font = await readFile(fontFile)
  const id = 'urn:uuid:01234567-89ab-cdef-0123-456789abcdef'
  const masked = (key: Buffer, length: number) =>
    Buffer.from(font.map((byte, at) => (at < length ? byte ^ (key[at % key.length] ?? 0) : byte)))
  const encrypted = (algorithm: string, path: string) =>
    `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData>`
  const css = ['plain', 'idpf', 'adobe', 'listed', 'known', 'broken']
    .map((name) => `@font-face{font-family:${name};src:url(${name}.woff)}`)
    .join('')
  const type = 'font/woff'
  const { resources, manifest } = await ingest(
    anEpub({
      metadata: `${MINIMAL}<dc:identifier id="id">${id}</dc:identifier>`,
      chapters: { one: aDocument('<p>x</p>', `<style>${css}</style>`) },
      files: {
        'plain.woff': { type, data: font },
        'idpf.woff': { type, data: masked(createHash('sha1').update(id).digest(), 1040) },
        'adobe.woff': { type, data: masked(Buffer.from('0123456789abcdef0123456789abcdef', 'hex'), 1024) },
        // It is on the list of those that are masked, and is not.
        'listed.woff': { type, data: font },
        'known.woff': { type, data: font },
        'broken.woff': { type, data: font.subarray(0, 200) },
      },
      entries: {
        'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${encrypted('http://www.idpf.org/2008/embedding', 'OPS/idpf.woff')}${encrypted('http://ns.adobe.com/pdf/enc#RC', 'OPS/adobe.woff')}${encrypted('http://www.idpf.org/2008/embedding', 'OPS/listed.woff')}${encrypted('http://ns.adobe.com/pdf/enc#RC', 'OPS/known.woff')}</encryption>`,
      },
    }),
  )
  expect([...resources.keys()]).toEqual(['plain', 'idpf', 'adobe', 'listed', 'known'].map((name) => `OPS/${name}.woff`))
  for (const { content, type: found } of resources.values())
    expect([content.equals(font), found]).toEqual([true, 'font/woff'])
  expect(manifest.findings).toEqual([
    {
      kind: 'file',
      path: 'OPS/broken.woff',
      text: 'The file “OPS/broken.woff” was left out: it is no font, or a damaged one.',
    },
  ])
})

test('recordings are told by their content, and what a document holds itself is a file too', async () => {
  const kinds = {
    mp3: 'ID3\x04',
    m4a: '\0\0\0\x20ftypM4A ',
    mp4: '\0\0\0\x20ftypisom',
    ogg: 'OggS\0',
    webm: '\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x84webm',
    exe: 'MZ',
  }
  const body = Object.keys(kinds)
    .map((name) => `<audio src="x.${name}"/>`)
    .join('')
  const files = Object.fromEntries(
    Object.entries(kinds).map(([name, head]) => [
      `x.${name}`,
      { type: 'audio/mpeg', data: Buffer.from(head, 'latin1') },
    ]),
  )
  const image = `<img alt="" src="data:image/x;base64,${PNG.toString('base64')}"/>`
  const { resources, chapters, manifest } = await ingest(anEpub({ chapters: { one: body + image }, files }))
  const embedded = `/embedded/${createHash('sha256').update(PNG).digest('hex').slice(0, 32)}`
  expect([...resources.values()].map(({ path, type }) => [path, type])).toEqual([
    ['OPS/x.mp3', 'audio/mpeg'],
    ['OPS/x.m4a', 'audio/mp4'],
    ['OPS/x.mp4', 'audio/mp4'],
    ['OPS/x.ogg', 'audio/ogg'],
    ['OPS/x.webm', 'video/webm'],
    [embedded, 'image/png'],
  ])
  expect(chapters[0]?.xhtml).toContain(`<img alt="" data-book-src="${embedded}"/>`)
  expect(manifest.findings).toMatchObject([{ kind: 'file', path: 'OPS/x.exe' }])
})

test.each([
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  [
    'a declared encoding',
    (text: string) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'),
  ],
])('a chapter in %s is read', async (_, encode) => {
  const { chapters } = await ingest(anEpub({ entries: { 'OPS/one.xhtml': encode(aDocument('<p>é ü</p>')) } }))
  expect(chapters[0]?.text).toBe('é ü')
})

test.each([
  ['', 'caf\u00e9', 'café'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/>', '\u00ec\u00e8\u00f0', 'мир'],
  ['<meta charset="utf-8"/>', '\u0093No\u0094 \u0096 never', '“No” – never'],
])(
  'a chapter that declares UTF-8, but is in the letters of an older system, is read (%s)',
  async (head, letters, words) => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>${aDocument(`<p>${letters}</p>`, head)}`
    const { chapters } = await ingest(anEpub({ entries: { 'OPS/one.xhtml': Buffer.from(text, 'latin1') } }))
    expect(chapters[0]?.text).toBe(words)
  },
)

test.each(['utf-8-sig', 'UTF-8N', 'unicode', 'utf-16', 'x-none'])(
  'a chapter in UTF-8 that calls its encoding %s is read',
  async (name) => {
    const one = `<?xml version="1.0" encoding="${name}"?>${aDocument('<p>é 第</p>')}`
    const { chapters, manifest } = await ingest(anEpub({ chapters: { one } }))
    expect(chapters[0]?.text).toBe('é 第')
    expect(manifest.findings).toEqual([])
  },
)

const other = (entries: Record<string, string>) => aZip(Object.entries(entries).map(([name, data]) => ({ name, data })))
const protectedBy = (path: string, data = '<x/>') => anEpub({ entries: { [path]: data } })
const PALM_TEXT = Buffer.from(`${'\0'.repeat(60)}TEXtREAd${'\0'.repeat(99)}`)
const kobo = '<p><span class="koboSpan" id="kobo.1.1">x</span></p>'

test.each<[what: string, bytes: Buffer, words: RegExp]>([
  ['nothing', Buffer.alloc(0), /^The EPUB file is empty/],
  ['a text', Buffer.from('hello'), /^Not an EPUB: the file is not a zip/],
  ['a PDF', Buffer.from('%PDF-1.7'), /^Not an EPUB: this is a PDF/],
  ['a text for Palm', PALM_TEXT, /^This is an e-book for Kindle or Palm .*calibre/],
  ['a KFX', Buffer.from('CONT\x02\0'), /^This is an e-book for Kindle or Palm .*calibre/],
  ['a protected KFX', Buffer.from('\xeaDRMION\xee', 'latin1'), /^This book is protected \(DRM\)/],
  ['a KEPUB', anEpub({ chapters: { one: kobo } }), /^Not an EPUB: this is a KEPUB .*calibre/],
  ['FictionBooks', other({ 'a.fb2': '', 'b.fb2': '' }), /^This zip archive holds several FictionBook/],
  ['a Word document', other({ '[Content_Types].xml': '', 'word/document.xml': '' }), /^Not an EPUB: .*word processor/],
  ['an OpenDocument', other({ mimetype: 'application/vnd.oasis.opendocument.text' }), /^Not an EPUB: .*word processor/],
  ['a comic', other({ '1.jpg': '', '2.jpg': '', 'ComicInfo.xml': '' }), /^Not an EPUB: .*archive of images/],
  ['another zip', other({ 'readme.txt': '' }), /^Not an EPUB: .*no META-INF\/container\.xml/],
  ['Adobe’s protection', protectedBy('META-INF/rights.xml'), /^This book is protected \(DRM\)/],
  ['Readium’s protection', protectedBy('META-INF/license.lcpl', '{}'), /^This book is protected \(DRM\)/],
  ['Apple’s protection', protectedBy('META-INF/sinf.xml'), /^This book is protected \(DRM\)/],
  [
    'encrypted chapters',
    protectedBy(
      'META-INF/encryption.xml',
      '<e><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></e>',
    ),
    /^This book is protected \(DRM\)/,
  ],
  [
    'a container without a package',
    anEpub({ entries: { 'META-INF/container.xml': '<container/>' } }),
    /^Not an EPUB: .*names no package/,
  ],
  [
    'a package that is gone',
    other({
      'META-INF/container.xml':
        '<container><rootfile full-path="x.opf" media-type="application/oebps-package+xml"/></container>',
    }),
    /^Not an EPUB: .*names no package/,
  ],
  ['a broken package', anEpub({ opf: '<package>' }), /^Not an EPUB: its package document cannot be read/],
  ['a package without a spine', anEpub({ opf: '<package/>' }), /^Not an EPUB: .*lists no chapters/],
  ['an empty spine', anEpub({ opf: '<package><spine/></package>' }), /^Not an EPUB: .*lists no chapters/],
  [
    'a spine of too many chapters',
    anEpub({
      opf: `<package><spine>${Array.from({ length: 3_001 }, (_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    }),
    /^The file contains more than 3,000 chapters\. Split the book/,
  ],
  [
    'no chapter that can be read',
    anEpub({ entries: { 'OPS/one.xhtml': '\0bad' } }),
    /^Not an EPUB: none of its chapters/,
  ],
])('%s is refused in one or two sentences', async (_, bytes, words) => {
  const refusal = await refusalOf(bytes)
  expect(refusal).toMatch(words)
  expect(refusal).toMatch(/\.$/)
})

test('of several packages the first is read', async () => {
  const rootfile = (path: string) => `<rootfile full-path="${path}" media-type="application/oebps-package+xml"/>`
  const { manifest } = await ingest(
    anEpub({
      entries: {
        'META-INF/container.xml': `<container><rootfiles><rootfile full-path="x.pdf" media-type="application/pdf"/>${rootfile('OPS/book.opf')}${rootfile('OPS/other.opf')}</rootfiles></container>`,
      },
    }),
  )
  expect(manifest.metadata.title).toBe('A Book')
})

test.each([
  [
    'a path from the root of a disk',
    '<rootfile full-path="/OPS/book.opf" media-type="application/oebps-package+xml"/>',
  ],
  ['folders as Windows has them', '<rootfile full-path="\\OPS\\book.opf" media-type="application/oebps-package+xml"/>'],
  ['no type', '<rootfile full-path="cover.pdf"/><rootfile full-path="OPS/book.opf"/>'],
  ['another type', '<rootfile full-path="OPS/Book.OPF" media-type="text/xml"/>'],
  [
    'a type, and another one that has none',
    '<rootfile full-path="other.opf"/><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>',
  ],
])('a package is found that the container names with %s', async (_, rootfiles) => {
  const entries = { 'META-INF/container.xml': `<container><rootfiles>${rootfiles}</rootfiles></container>` }
  expect((await ingest(anEpub({ entries }))).manifest.metadata.title).toBe('A Book')
})

test('files are found by names in other letters, small or capital', async () => {
  const files = {
    'Images/Quay.PNG': { type: 'image/png', data: PNG },
    'Styles/Main.css': { type: 'text/css', data: 'p{background:url(../IMAGES/quay.png)}' },
    'nav.xhtml': {
      type: 'application/xhtml+xml',
      properties: 'nav',
      data: aDocument('<nav epub:type="toc"><ol><li><a href="ONE.xhtml#p">First</a></li></ol></nav>'),
    },
  }
  const one = aDocument(
    '<p id="p">One.</p><img src="images/quay.png" alt="A"/><a href="Two.XHTML#q">on</a>',
    '<link rel="stylesheet" href="styles/main.css"/>',
  )
  const book = anEpub({ chapters: { one, two: '<p id="q">Two.</p>' }, files })
  const { manifest, chapters, resources } = await ingest(book)
  expect(chapters[0]?.xhtml).toContain('data-book-src="OPS/Images/Quay.PNG"')
  expect(chapters[0]?.xhtml).toContain('data-book-to="OPS/two.xhtml#q"')
  expect(chapters[0]?.stylesheets).toEqual([{ path: 'OPS/Styles/Main.css', css: null, media: null }])
  expect([...resources.keys()]).toEqual(['OPS/Styles/Main.css', 'OPS/Images/Quay.PNG'])
  expect(manifest.contents).toEqual([{ label: 'First', target: 'OPS/one.xhtml#p', level: 1 }])
  expect(manifest.findings).toEqual([])

  // Of the package and the chapters that it lists too.
  const opf = (href: string) =>
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}</metadata>` +
    `<manifest><item id="a" href="${href}" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`
  const listed = await ingest(anEpub({ opf: opf('Text/One.xhtml'), entries: { 'OPS/text/one.XHTML': one } }))
  expect(listed.chapters.map(({ path }) => path)).toEqual(['OPS/text/one.XHTML'])
  expect(listed.manifest.findings.filter(({ kind }) => kind === 'chapter')).toEqual([])
  // A file that is there under no such name is still told to be missing.
  const gone = await ingest(
    anEpub({
      opf: opf('Other.xhtml')
        .replace('</manifest>', '<item id="b" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>')
        .replace('</spine>', '<itemref idref="b"/></spine>'),
    }),
  )
  expect(gone.manifest.findings.map(({ path }) => path)).toContain('OPS/Other.xhtml')
})

test('an image that only a link leads to is in the book', async () => {
  const png = { type: 'image/png', data: PNG }
  const { chapters, resources, manifest } = await ingest(
    anEpub({
      chapters: { one: '<a href="large.png"><img src="small.png" alt="A"/></a><a href="data.bin">x</a>' },
      files: { 'large.png': png, 'small.png': png, 'unused.png': png, 'data.bin': { type: 'image/png', data: PNG } },
    }),
  )
  expect(chapters[0]?.xhtml).toContain('<a href="#" data-book-image="OPS/large.png"><img')
  expect([...resources.keys()].toSorted()).toEqual(['OPS/large.png', 'OPS/small.png'])
  expect(manifest.findings).toEqual([])
})

test('a document that is listed as XML, or as nothing, is told by its name', async () => {
  const item = (id: string, href: string, type: string) => `<item id="${id}" href="${href}" media-type="${type}"/>`
  const opf =
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}</metadata>` +
    `<manifest>${item('a', 'one.xhtml', 'text/xml')}${item('b', 'two.htm', '')}${item('c', 'three.html', 'application/xhtml+xml; charset=utf-8')}` +
    `${item('d', 'data.xml', 'text/xml')}${item('e', 'five.xhtml', 'application/pdf')}</manifest>` +
    `<spine>${['a', 'b', 'c', 'd', 'e'].map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`
  const entries = Object.fromEntries(
    ['one.xhtml', 'two.htm', 'three.html', 'data.xml', 'five.xhtml'].map((name) => [
      `OPS/${name}`,
      aDocument(`<p>${name}</p>`),
    ]),
  )
  const { manifest, chapters } = await ingest(anEpub({ opf, entries }))
  expect(chapters.map(({ path }) => path)).toEqual(['OPS/one.xhtml', 'OPS/two.htm', 'OPS/three.html'])
  expect(manifest.findings.map(({ path }) => path)).toEqual(['OPS/data.xml', 'OPS/five.xhtml'])
})

test('what the spine lacks, but links lead to, follows the others', async () => {
  const document = (body: string) => ({ type: 'application/xhtml+xml', data: aDocument(body) })
  const { manifest, chapters } = await ingest(
    anEpub({
      chapters: { one: '<p>One.<a href="notes.xhtml#n1">1</a> <a href="two.xhtml">on</a></p>', two: '<p>Two.</p>' },
      files: {
        'notes.xhtml': document('<p id="n1">A note, as in <a href=\'Plates/large.xhtml\'>a plate</a>.</p>'),
        'Plates/large.xhtml': document('<p>A plate.</p>'),
        'unused.xhtml': document('<p>Nobody leads here.</p>'),
        'nav.xhtml': {
          type: 'application/xhtml+xml',
          properties: 'nav',
          data: aDocument('<nav epub:type="toc"><ol><li><a href="one.xhtml">First</a></li></ol></nav>'),
        },
      },
    }),
  )
  expect(chapters.map(({ path }) => path)).toEqual([
    'OPS/one.xhtml',
    'OPS/two.xhtml',
    'OPS/notes.xhtml',
    'OPS/Plates/large.xhtml',
  ])
  expect(chapters.map(({ cfi }) => cfi)).toEqual(['/6/2', '/6/4', '/6/6', '/6/8'])
  expect(chapters[0]?.xhtml).toContain('data-book-to="OPS/notes.xhtml#n1"')
  expect(chapters[2]?.xhtml).toContain('data-book-to="OPS/Plates/large.xhtml"')
  expect(manifest.chapters.map(({ isLinear }) => isLinear)).toEqual([true, true, false, false])
  expect(manifest.findings).toEqual([])
})

test.each([
  ['declares nothing', '', Buffer.from('caf\u00e9', 'latin1'), 'café'],
  ['names its letters as HTML does', '<meta charset="windows-1251"/>', Buffer.from([0xec, 0xe8, 0xf0]), 'мир'],
  ['is in UTF-8, whatever it names', '<meta charset="windows-1251"/>', Buffer.from('café'), 'café'],
  [
    'is in UTF-8 but for one letter',
    '<meta charset="utf-8"/>',
    Buffer.concat([Buffer.from('“Café” and Zo'), Buffer.from([0x92]), Buffer.from('ë')]),
    '“Café” and Zo\ufffdë',
  ],
  ['names letters that nobody knows', '<meta charset="x-none"/>', Buffer.from('caf\u00e9', 'latin1'), 'café'],
])('a chapter that %s is read', async (_, head, letters, words) => {
  const [before = '', after = ''] = aDocument('<p>#</p>', head).split('#')
  const bytes = Buffer.concat([Buffer.from(before), letters, Buffer.from(after)])
  const { chapters } = await ingest(anEpub({ chapters: { one: '' }, entries: { 'OPS/one.xhtml': bytes } }))
  expect(chapters[0]?.text).toBe(words)
})

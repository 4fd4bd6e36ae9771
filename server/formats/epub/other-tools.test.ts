import { expect, test } from 'vitest'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aDocument, anEpub, type EpubPlan, MINIMAL } from './testing-epub.ts'
import { ingest } from './testing-ingest.ts'

const metadataOf = async (metadata: string) => (await ingest(anEpub({ metadata }))).manifest.metadata
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

const pictureBook = (fallbacks: string, pictures = '<item id="p" href="p.png" media-type="image/png" fallback="f"/>') =>
  anEpub({
    opf:
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${pictures}${fallbacks}</manifest>` +
      '<spine><itemref idref="p"/></spine></package>',
    entries: { 'OPS/p.png': PNG, 'OPS/p.svg': svg, 'OPS/f.xhtml': aDocument('<p>Only words.</p>') },
    chapters: {},
  })
const WORDS = '<item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>'

test.skipIf(!hasCases)('pictures as pages are shown, not their fallbacks', async () => {
  const { chapters, resources } = await ingest(caseFile('e9-pictures-as-pages.epub'))
  const pictures = chapters.filter(({ path }) => /\.(?:png|jpe?g)$/.test(path))
  expect(pictures.length).toBeGreaterThan(1)
  for (const { path, resources: shown, xhtml } of pictures) {
    expect(shown).toEqual([path])
    expect(resources.get(path)?.type).toMatch(/^image\//)
    expect(xhtml).toContain(`<img data-book-src="${path}"`)
  }
  expect(new Set(chapters.map(({ path }) => path)).size).toBe(chapters.length)
})

test('a picture page is shown through a chain of fallbacks, and other files by the first that can be', async () => {
  const direct = await ingest(pictureBook(WORDS))
  expect(direct.chapters.map(({ path }) => path)).toEqual(['OPS/p.png'])
  expect([...direct.resources.keys()]).toEqual(['OPS/p.png'])
  const tiff =
    '<item id="p" href="p.tif" media-type="image/tiff" fallback="q"/><item id="q" href="p.png" media-type="image/png" fallback="f"/>'
  expect((await ingest(pictureBook(WORDS, tiff))).chapters.map(({ path }) => path)).toEqual(['OPS/p.png'])
  const pdf = '<item id="p" href="p.pdf" media-type="application/pdf" fallback="f"/>'
  expect((await ingest(pictureBook(WORDS, pdf))).chapters.map(({ text }) => text)).toEqual(['Only words.'])
})

const APPLE = 'META-INF/com.apple.ibooks.display-options.xml'
const optionsOf = (value: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><display_options><platform name="*"><option name="specified-fonts">true</option><option name="fixed-layout">${value}</option></platform></display_options>`
const amazon = (size = '') =>
  `${MINIMAL}<meta name="fixed-layout" content="true"/>${size && `<meta name="original-resolution" content="${size}"/>`}`

test.each<[string, EpubPlan, ('pre-paginated' | 'reflowable')[], ({ width: number; height: number } | null)[]]>([
  [
    "Apple's readers",
    { entries: { [APPLE]: optionsOf('true') } },
    ['pre-paginated', 'reflowable'],
    [{ width: 600, height: 800 }, null],
  ],
  [
    "Apple's readers, that it is none",
    { entries: { [APPLE]: optionsOf('false') } },
    ['reflowable', 'reflowable'],
    [{ width: 600, height: 800 }, null],
  ],
  [
    'Kindles, with a size',
    { metadata: amazon('1024x1280') },
    ['pre-paginated', 'pre-paginated'],
    [
      { width: 600, height: 800 },
      { width: 1024, height: 1280 },
    ],
  ],
  [
    'Kindles, without a size',
    { metadata: amazon() },
    ['pre-paginated', 'reflowable'],
    [{ width: 600, height: 800 }, null],
  ],
  [
    "Apple's readers, and in words of EPUB 3 that it flows",
    {
      entries: { [APPLE]: optionsOf('true') },
      metadata: `${MINIMAL}<meta property="rendition:layout">reflowable</meta>`,
    },
    ['reflowable', 'reflowable'],
    [{ width: 600, height: 800 }, null],
  ],
])('a fixed layout may be told to %s', async (_, plan, layouts, pages) => {
  const sized = aDocument('<p>x</p>', '<meta content="width=600, height=800" name="viewport"/>')
  const free = aDocument('<p>y</p>', '<meta name="viewport" content="width=device-width"/>')
  const { manifest } = await ingest(anEpub({ ...plan, chapters: { one: sized, two: free } }))
  expect(manifest.chapters.map(({ layout }) => layout)).toEqual(layouts)
  expect(manifest.chapters.map(({ page }) => page)).toEqual(pages)
})

test('a picture page of a fixed layout is as large as its picture', async () => {
  const large = Buffer.from(PNG)
  large.writeUInt32BE(1600, 16)
  large.writeUInt32BE(2400, 20)
  const avif = Buffer.from('\0\0\0\x20ftypavif', 'latin1')
  const item = (id: string, type = 'image/png') => `<item id="${id}" href="${id}" media-type="${type}"/>`
  const opf =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata><meta property="rendition:layout">pre-paginated</meta></metadata>' +
    `<manifest>${item('large')}${item('small')}${item('unknown', 'image/avif')}</manifest>` +
    '<spine><itemref idref="large"/><itemref idref="small"/><itemref idref="unknown"/></spine></package>'
  const entries = { 'OPS/large': large, 'OPS/small': PNG, 'OPS/unknown': avif }
  const { chapters, manifest } = await ingest(anEpub({ opf, entries, chapters: {} }))
  expect(manifest.chapters.map(({ page }) => page)).toEqual([
    { width: 1600, height: 2400 },
    { width: 1, height: 1 },
    null,
  ])
  expect(chapters[0]?.xhtml).toContain('<img data-book-src="OPS/large" alt="" width="1600"/>')
  expect(chapters[2]?.xhtml).toContain('<img data-book-src="OPS/unknown" alt=""/>')
})

test.skipIf(!hasCases)('a creator of two roles is the author', async () => {
  expect((await ingest(caseFile('e1-author-two-roles.epub'))).manifest.metadata.authors).toHaveLength(1)
})

test.each<[what: string, metadata: string, authors: string[], roles: (string | null)[]]>([
  [
    'an author who is also a translator',
    '<dc:creator id="a">Ann</dc:creator><meta refines="#a" property="role">aut</meta><meta refines="#a" property="role">trl</meta>',
    ['Ann'],
    [],
  ],
  [
    'an illustrator who is also a designer, beside an author',
    '<dc:creator>Ann</dc:creator><dc:creator id="b">Bob</dc:creator><meta refines="#b" property="role">ill</meta><meta refines="#b" property="role">bkd</meta>',
    ['Ann'],
    ['ill'],
  ],
  ['several authors in one element', '<dc:creator>Ann Author; Ben Other</dc:creator>', ['Ann Author', 'Ben Other'], []],
  ['nobody but an editor', '<dc:creator opf:role="edt">Ed</dc:creator>', ['Ed'], []],
  [
    'a contributor who wrote',
    '<dc:contributor opf:role="aut">Con</dc:contributor><dc:creator opf:role="edt">Ed</dc:creator>',
    ['Con'],
    ['edt'],
  ],
])('%s is told as such', async (_, metadata, authors, roles) => {
  const found = await metadataOf(metadata)
  expect(found.authors.map(({ name }) => name)).toEqual(authors)
  expect(found.contributors.map(({ role }) => role)).toEqual(roles)
})

test.skipIf(!hasCases)(
  'a language is read with an underscore, a date of a local midnight as its day, a description without style',
  async () => {
    expect((await ingest(caseFile('e3-language-underscore.epub'))).manifest.metadata.languages[0]).toMatch(
      /^[a-z]+-[A-Z]+$/,
    )
    expect((await ingest(caseFile('e4-date-local-midnight.epub'))).manifest.metadata.published).toBe('2010-01-01')
    expect((await ingest(caseFile('e5-description-with-style.epub'))).manifest.metadata.description).not.toMatch(/[{}]/)
  },
)

test.each([
  ['en_GB', ['en-GB']],
  ['pt_BR', ['pt-BR']],
  ['zh_Hant_TW', ['zh-Hant-TW']],
  ['ara', ['ar']],
  ['heb', ['he']],
  ['jpn', ['ja']],
  ['EN-us', ['en-US']],
  ['und', []],
  ['English (UK)', []],
])('the language %s is %s', async (language, languages) => {
  expect((await metadataOf(`<dc:language>${language}</dc:language>`)).languages).toEqual(languages)
})

test.each([
  ['2009-12-31T23:00:00+00:00', '2010-01-01'],
  ['2010-06-30T14:30:00+00:00', '2010-07-01'],
  ['2012-02-28T22:00:00Z', '2012-02-29'],
  ['2010-01-01T05:00:00+00:00', '2010-01-01'],
  ['2010-01-01T00:00:00+00:00', '2010-01-01'],
  ['2010-01-01T17:23:41Z', '2010-01-01'],
  ['2010-01-01T23:00:00-05:00', '2010-01-01'],
  ['2010-13-45T23:00:00Z', '2010'],
  ['2010', '2010'],
  ['0101-01-01T00:00:00+00:00', null],
  ['0100-12-31T23:00:00+00:00', null],
  ['0102', '0102'],
])('the date %s is %s', async (date, day) => {
  expect((await metadataOf(`<dc:date>${date}</dc:date>`)).published).toBe(day)
})

test.each([
  ['&lt;style&gt;.a{color:red}&lt;/style&gt;Good &lt;b&gt;words&lt;/b&gt;.', 'Good words.'],
  ['Good&lt;script type="x"&gt;var x = "&lt;b&gt;"&lt;/script&gt; words.', 'Good words.'],
  ['Good words.&lt;STYLE&gt;p { }', 'Good words.'],
  ['unknown', ''],
  ['An unknown land.', 'An unknown land.'],
])('the description %s is %s', async (description, text) => {
  expect((await metadataOf(`<dc:description>${description}</dc:description>`)).description).toBe(text)
})

test.skipIf(!hasCases)('a picture that is embedded as an object is shown, described by its fallback', async () => {
  const { chapters, resources } = await ingest(caseFile('e6-object-picture.epub'))
  const images = chapters.flatMap(({ xhtml }) => [...xhtml.matchAll(/<img [^>]*data-book-src="([^"]+)"/g)])
  expect(images.length).toBeGreaterThan(0)
  for (const [, path = ''] of images) expect(resources.get(path)?.type).toMatch(/^image\//)
})

test('objects are pictures by their type or name, and others keep their fallbacks', async () => {
  const { chapters, manifest } = await ingest(
    anEpub({
      chapters: {
        one:
          '<object data="a.svg" type="image/svg+xml" width="50"><p>A <b>drawn</b> house</p></object><object data="b.png"><img src="b.png" alt="A dot"/></object>' +
          '<object data="page.html" type="text/html"><p>Words instead.</p></object><object data="http://evil.example/a.png">Elsewhere</object><p>After.</p>',
      },
      files: { 'a.svg': { type: 'image/svg+xml', data: svg }, 'b.png': { type: 'image/png', data: PNG } },
    }),
  )
  expect(chapters[0]?.xhtml).toContain('<img width="50" data-book-src="OPS/a.svg" alt="A drawn house"/>')
  expect(chapters[0]?.xhtml).toContain('<img data-book-src="OPS/b.png" alt="A dot"/>')
  expect(chapters[0]?.text).toBe('Words instead.\nElsewhere\nAfter.')
  expect(manifest.findings.map(({ kind }) => kind)).toEqual(['frame', 'remote'])
})

test.skipIf(!hasCases)('an image in a form that browsers do not show has its fallback in its place', async () => {
  const { chapters, manifest } = await ingest(caseFile('e11-img-fallback.epub'))
  expect(chapters.flatMap(({ resources }) => resources).length).toBeGreaterThan(0)
  expect(manifest.findings).toEqual([])
})

const PNG_FILE: FileOfBook = ['b.png', 'image/png', PNG]
const SVG_FILE: FileOfBook = ['b.svg', 'image/svg+xml', svg]
type FileOfBook = [name: string, type: string, data: string | Buffer]

test.each<[what: string, type: string, fallbacks: FileOfBook[], shown: string]>([
  ['a TIFF by a PNG', 'image/tiff', [PNG_FILE], 'OPS/b.png'],
  ['a Photoshop file by a drawing', 'image/vnd.adobe.photoshop', [SVG_FILE], 'OPS/b.svg'],
  ['a TIFF by another one and a PNG', 'image/tiff', [['b.tif', 'image/tiff', 'II*'], PNG_FILE], 'OPS/b.png'],
  ['a PNG by none', 'image/png', [SVG_FILE], 'OPS/a'],
])('of an image and a ground %s is shown', async (_, type, fallbacks, shown) => {
  const files: FileOfBook[] = [['a', type, PNG], ...fallbacks]
  const items = files.map(
    ([name, ofFile], at) => `<item id="i${at}" href="${name}" media-type="${ofFile}" fallback="i${at + 1}"/>`,
  )
  const opf =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>' +
    `${items.join('')}</manifest><spine><itemref idref="one"/></spine></package>`
  const one = aDocument('<img src="a" alt="A"/>', '<style>p{background:url(a)}</style>')
  const entries = Object.fromEntries(files.map(([name, , data]) => [`OPS/${name}`, data]))
  const { chapters, resources } = await ingest(anEpub({ opf, chapters: { one }, entries }))
  expect(chapters[0]?.resources).toEqual([shown])
  expect(chapters[0]?.stylesheets[0]?.css).toBe(`p{background:url(book:${shown})}`)
  expect([...resources.keys()]).toEqual([shown])
})

test.skipIf(!hasCases)('done and open tasks of a list are told apart', async () => {
  const { chapters, manifest } = await ingest(caseFile('e7-task-list.epub'))
  const text = chapters.map((chapter) => chapter.text).join('\n')
  expect(text).toContain('☑')
  expect(text).toContain('☐')
  expect(manifest.findings.filter(({ kind }) => kind === 'form')).toEqual([])
})

test('a check box is a letter, other fields are none', async () => {
  const fields =
    '<input type="CHECKBOX" checked="checked"/>a <input type="checkbox"/>b <input type="radio"/>c <input/>d'
  expect((await ingest(anEpub({ chapters: { one: `<p>${fields}</p>` } }))).chapters[0]?.text).toBe('☑a ☐b c d')
})

test.skipIf(!hasCases)('a cover that only the guide names is found', async () => {
  expect((await ingest(caseFile('e2a-cover-in-guide.epub'))).manifest.cover).not.toBeNull()
})

test.each<[what: string, metadata: string, guide: string, cover: string | null]>([
  ['the path of a file in place of its id', '<meta name="cover" content="cover.png"/>', '', 'OPS/cover.png'],
  ['a guide that names the picture', '', '<reference type="cover" href="cover.png"/>', 'OPS/cover.png'],
  ['a guide that names its page', '', '<reference type="Cover" href="one.xhtml#x"/>', 'OPS/cover.png'],
  ['the id of its page in place of that of the picture', '<meta name="cover" content="one"/>', '', 'OPS/cover.png'],
  ['the id of a page of words', '<meta name="cover" content="two"/>', '', null],
  ['a guide that names a page of words', '', '<reference type="cover" href="two.xhtml"/>', null],
  ['a guide that names another page', '', '<reference type="toc" href="one.xhtml"/>', null],
])('a cover is found by %s', async (_, metadata, guide, cover) => {
  const items =
    '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/><item id="x" href="cover.png" media-type="image/png"/>'
  const opf =
    `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata>${metadata}</metadata><manifest>${items}</manifest>` +
    `<spine><itemref idref="one"/><itemref idref="two"/></spine><guide>${guide}</guide></package>`
  const page = aDocument('<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="cover.png"/></svg>')
  const book = anEpub({ opf, chapters: { one: page, two: '<p>x</p>' }, entries: { 'OPS/cover.png': PNG } })
  expect((await ingest(book)).manifest.cover).toBe(cover)
})

test.each(['image/jpg', 'image/pjpeg', 'IMAGE/JPG', 'image/x-png'])(
  'a cover that is listed as %s is found',
  async (type) => {
    const files = { 'cover.jpg': { type, data: PNG, properties: 'cover-image' } }
    expect((await ingest(anEpub({ files }))).manifest.cover).toBe('OPS/cover.jpg')
  },
)

test('contents of an NCX keep headings that lead nowhere', async () => {
  const point = (label: string, content: string, inner = '') =>
    `<navPoint><navLabel><text>${label}</text></navLabel>${content}${inner}</navPoint>`
  const first = point('First', '<content src="one.xhtml"/>')
  const points =
    point('Part one', '', first) +
    point('Part two', '<content src=""/>', first) +
    point('Part three', '<content src="gone.xhtml"/>', first)
  const data = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points}</navMap></ncx>`
  const { manifest } = await ingest(anEpub({ files: { 'toc.ncx': { type: 'application/x-dtbncx+xml', data } } }))
  const inner = { label: 'First', target: 'OPS/one.xhtml', level: 2 }
  expect(manifest.contents).toEqual(
    ['Part one', 'Part two', 'Part three'].flatMap((label) => [{ label, target: null, level: 1 }, inner]),
  )
})

test.each<[list: string, beside: string[], alone: string[]]>([
  ['<li>One</li><li>Two</li>', ['First'], ['One', 'Two']],
  ['<li><span>One</span></li><li><span>Two</span></li>', ['First'], ['One', 'Two']],
  ['<li><a href="gone.xhtml">One</a></li>', ['First'], ['One']],
  ['<li><span>One</span><ol><li><a href="one.xhtml">Two</a></li></ol></li>', ['One', 'Two'], ['One', 'Two']],
])('contents that lead nowhere (%s) give way to those of an NCX', async (list, beside, alone) => {
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>First</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>'
  const data = aDocument(`<nav epub:type="toc"><ol>${list}</ol></nav>`)
  const nav = { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data } }
  const labelsOf = async (files: EpubPlan['files'] = {}) =>
    (await ingest(anEpub({ files }))).manifest.contents.map(({ label }) => label)
  expect(await labelsOf({ ...nav, 'toc.ncx': { type: 'application/x-dtbncx+xml', data: ncx } })).toEqual(beside)
  expect(await labelsOf(nav)).toEqual(alone)
})

test.each([
  ['file:///C:/Users/Ann/book.docx#_Toc1', []],
  ['tel:+4412345', []],
  ['kindle:pos:fid:0001:off:0000000000', []],
  ['http://[', []],
  [' java&#10;script:alert(1)', ['script']],
  ['data:text/html,x', ['script']],
])('a link to %s leads nowhere, and is told where it would run', async (href, kinds) => {
  const { chapters, manifest } = await ingest(anEpub({ chapters: { one: `<p><a href="${href}">x</a></p>` } }))
  expect(chapters[0]?.xhtml).toContain('<p><a>x</a></p>')
  expect(manifest.findings.map(({ kind }) => kind)).toEqual(kinds)
})

test('printed pages that only the NCX names are read beside a navigation document without any', async () => {
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/><pageList><pageTarget><navLabel><text>iv</text></navLabel><content src="one.xhtml#p4"/></pageTarget></pageList></ncx>'
  const nav = (more = '') =>
    aDocument(`<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>${more}`)
  const pagesOf = async (data: string) => {
    const files = {
      'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data },
      'toc.ncx': { type: 'application/x-dtbncx+xml', data: ncx },
    }
    const { manifest } = await ingest(anEpub({ files }))
    expect(manifest.contents.map(({ label }) => label)).toEqual(['One'])
    return manifest.pageList.map(({ label }) => label)
  }
  expect(await pagesOf(nav())).toEqual(['iv'])
  expect(await pagesOf(nav('<nav epub:type="page-list"><ol><li><a href="one.xhtml">5</a></li></ol></nav>'))).toEqual([
    '5',
  ])
  expect(await pagesOf(nav('<p>A slip & more</p>'))).toEqual(['iv'])
})

test.each([
  ['a b a', ['Refrain.', 'Verse.', 'Refrain.']],
  ['a a b', ['Refrain.', 'Refrain.', 'Verse.']],
  ['b a b a', ['Verse.', 'Refrain.', 'Verse.', 'Refrain.']],
])('a chapter that is in the spine several times (%s) is read at each place', async (spine, texts) => {
  const opf =
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}</metadata>` +
    '<manifest><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>' +
    `<spine>${spine.replace(/\w/g, '<itemref idref="$&"/>')}</spine></package>`
  const { chapters } = await ingest(anEpub({ opf, chapters: { one: '<p>Refrain.</p>', two: '<p>Verse.</p>' } }))
  expect(chapters.map(({ text, cfi }) => [text, cfi])).toEqual(texts.map((text, at) => [text, `/6/${2 * at + 2}`]))
})

test('labels of the contents hold no readings', async () => {
  const label = 'The <ruby>灯<rp>(</rp><rt>ひ</rt><rp>)</rp></ruby> and <ruby>海<rtc><rt>うみ</rt></rtc></ruby>'
  const data = aDocument(`<nav epub:type="toc"><ol><li><a href="one.xhtml">${label}</a></li></ol></nav>`)
  const { manifest } = await ingest(
    anEpub({ files: { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data } } }),
  )
  expect(manifest.contents[0]?.label).toBe('The 灯 and 海')
})

const CUES =
  'WEBVTT - Harbour\n\nSTYLE\n::cue { background: url(http://evil.example/x) }\n\n00:00.000 --> 00:02.000\nA bell.\n'
const withTrack = (track: string, data: string | Buffer) =>
  ingest(
    anEpub({
      chapters: { one: `<video src="v.webm">${track}</video><audio src="v.webm">${track}</audio>` },
      files: {
        'v.webm': { type: 'video/webm', data: Buffer.from('\x1aE\xdf\xa3\x01\0\0webm', 'latin1') },
        'c.vtt': { type: 'text/vtt', data },
      },
    }),
  )

test('captions of recordings stay, without styles of their own', async () => {
  const track = '<track kind="captions" srclang="en" label="English: all" default="" src="c.vtt" onload="x()"/>'
  for (const data of [CUES, `\ufeff${CUES.replaceAll('\n', '\r\n')}`]) {
    const { chapters, resources, manifest } = await withTrack(track, data)
    const { xhtml = '', resources: shown } = chapters[0] ?? {}
    expect(xhtml.match(/<track [^>]+>/g)).toEqual(
      Array(2).fill('<track kind="captions" srclang="en" label="English: all" default="" data-book-src="OPS/c.vtt"/>'),
    )
    expect(shown).toContain('OPS/c.vtt')
    const { type, content } = resources.get('OPS/c.vtt') ?? {}
    expect(type).toBe('text/vtt')
    expect(content?.toString()).toMatch(/^\ufeff?WEBVTT - Harbour\n\n00:00.000 --> 00:02.000\nA bell.\n$/)
    expect(manifest.findings.filter(({ kind }) => kind === 'file')).toEqual([])
  }
})

test.each([
  ['subtitles in another form', '1\n00:00:00,000 --> 00:00:02,000\nA bell.\n'],
  ['a page', '<html><script>x()</script></html>'],
  ['another first line', 'WEBVTTX\n\n00:00.000 --> 00:02.000\nA bell.\n'],
])('%s in place of captions is left out, which is told', async (_, data) => {
  const { resources, manifest } = await withTrack('<track src="c.vtt"/>', data)
  expect([...resources.keys()]).toEqual(['OPS/v.webm'])
  expect(manifest.findings).toMatchObject([{ kind: 'file', path: 'OPS/c.vtt' }])
})

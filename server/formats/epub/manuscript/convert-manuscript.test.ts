import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { PNG } from '#server/testing/book-form.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, field, heading, MAIN_TYPE, paragraph, picture, run } from './testing-docx.ts'
import { allSamples, DOCX_SAMPLES, MARKDOWN_SAMPLES, type Sample } from './testing-manuscripts.ts'

const convert = ({ fileName, bytes }: Sample, words = {}) => convertManuscript({ fileName, bytes, words })
const read = async (sample: Sample, words = {}) => {
  const { epub, findings } = await convert(sample, words)
  const book = await ingest(Buffer.from(epub))
  const zip = await openZip(Buffer.from(epub))
  const file = (name: string) => zip.read(`EPUB/${name}`)?.toString() ?? ''
  /** What is in the sections of the chapters. */
  const bodies = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(zip.read(name)?.toString() ?? '')?.[1],
    )
  return { ...book, findings, bodies, file, names: zip.names }
}
const word = (name: string) => read({ fileName: 'a manuscript.docx', bytes: DOCX_SAMPLES[name]?.() ?? Buffer.alloc(0) })
const markdown = (name: string) => read(MARKDOWN_SAMPLES[name]?.() ?? { fileName: '', bytes: Buffer.alloc(0) })
const docx = (plan: Parameters<typeof aDocx>[0]): Sample => ({ fileName: 'a.docx', bytes: aDocx(plan) })
const md = (text: string): Sample => ({ fileName: 'a.md', bytes: Buffer.from(text) })
const inZip = (name: string, data: Buffer) => aZip([{ name, data }])
const refusal = (sample: Sample) =>
  convert(sample).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : 'thrown'),
  )

describe('any manuscript', () => {
  test.each(allSamples())('%s gives the same bytes twice, and chapters that are harmless', async (_, sample) => {
    const [one, other] = [await convert(sample), await convert(sample)]
    expect(Buffer.from(one.epub).equals(Buffer.from(other.epub))).toBe(true)
    const { chapters, manifest } = await ingest(Buffer.from(one.epub))
    expect(manifest.findings).toEqual([])
    for (const { xhtml } of chapters) expect(faultsInDocument(xhtml)).toEqual([])
  })

  test('without words of its own has those of the form, or the name of its file', async () => {
    const { manifest } = await read(md('Only text.'), { title: 'Typed', author: 'Ida Fenn', language: 'fr' })
    expect(manifest.metadata).toMatchObject({ title: 'Typed', authors: [{ name: 'Ida Fenn' }], languages: ['fr'] })
    const named = await read({ ...md('Only text.'), fileName: 'My_first book.md' })
    expect(named.manifest.metadata).toMatchObject({ title: 'My first book', authors: [], languages: [] })
  })

  test('without text is refused', async () => {
    expect(await refusal(md('  \n'))).toBe('There is no text in this manuscript.')
    expect(await refusal(docx({ body: '' }))).toBe('There is no text in this manuscript.')
  })
})

describe('a Word file', () => {
  test('is cut at its headings, with what it says of itself', async () => {
    const { manifest, bodies, file, names } = await word('headings')
    expect(manifest.metadata).toMatchObject({
      title: 'The Lamp',
      languages: ['en-GB'],
      description: 'Every dusk.',
      modified: '2026-01-02',
      authors: [{ name: 'Ottoline Marsh' }, { name: 'Ida Fenn' }],
      accessibility: { accessModes: ['textual'], sufficientModes: [['textual']], hazards: ['none'] },
    })
    expect(manifest.contents.map(({ label, level }) => [level, label])).toEqual([
      [1, 'The Lamp'],
      [1, 'One'],
      [2, 'Deep'],
      [2, 'Below'],
      [1, 'Two'],
    ])
    expect(bodies[2]).toBe(
      '<h1 id="h4">Two</h1><p>Second.</p><blockquote><p>Said.</p></blockquote><pre>let a = 1\nlet b = 2</pre>',
    )
    expect(names[0]).toBe('mimetype')
    expect(file('title.xhtml')).toContain('<p class="author">Ida Fenn</p>')
  })

  test('with one title above its chapters is cut at the chapters', async () => {
    const { manifest, bodies } = await word('one title')
    expect(manifest.metadata.title).toBe('The Whole')
    expect(manifest.contents.map(({ label, level }) => [level, label])).toEqual([
      [1, 'Dusk'],
      [1, 'Dawn'],
      [2, 'Noon'],
    ])
    expect(bodies).toEqual([
      '<h1 id="h1">Dusk</h1><p>One.</p>',
      '<h1 id="h2">Dawn</h1><p>Two.</p><h2 id="h3">Noon</h2>',
    ])
  })

  test('keeps lists in lists and tables in tables', async () => {
    expect((await word('lists')).bodies[0]).toContain(
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
    )
    const [tables] = (await word('nested tables')).bodies
    expect(tables).toContain('<td><table><tr><td><p>deep</p></td></tr></table></td>')
    expect(tables).toContain('<thead><tr><th colspan="2"><p>Head</p></th></tr></thead>')
    expect(tables).toContain('<td rowspan="2"><p>1</p></td>')
  })

  test('has its lists also where a style gives them', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="LB"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    const { bodies } = await read(docx({ styles, body: paragraph('a', 'LB') + paragraph('b', 'LB') }))
    expect(bodies[0]).toBe('<ul><li>a</li><li>b</li></ul>')
  })

  test('has footnotes and endnotes at the end of their chapter, with links there and back', async () => {
    const { bodies } = await word('notes')
    expect(bodies[0]).toContain('<a id="ref2" href="#fn2" epub:type="noteref" role="doc-noteref">2</a>')
    expect(bodies[0]).toContain(
      '<aside id="fn2" epub:type="footnote" role="doc-footnote"><p><a href="#ref2" role="doc-backlink">2</a> An endnote, <strong>loud</strong></p></aside>',
    )
    expect(bodies[1]).toMatch(/<aside id="fn3"[^>]*><p>.*Second note\.<\/p><p>Its second paragraph\.<\/p><\/aside>/)
  })

  test('shows its pictures with their descriptions, and tells of those that have none or can not be shown', async () => {
    const { bodies, findings, resources, manifest } = await word('pictures')
    expect(bodies[0]).toContain(
      '<img src="picture1.png" alt="A lamp &amp; its light"/></p><p><img src="picture1.png" alt=""/></p><p>x</p>',
    )
    expect(findings).toEqual([
      expect.stringMatching(/^1 picture \(in “Pictures”\) was left out/),
      expect.stringMatching(/^1 picture that has no description/),
    ])
    expect(resources.get('EPUB/picture1.png')?.type).toBe('image/png')
    expect(manifest.metadata.accessibility).toMatchObject({ sufficientModes: [['textual', 'visual']] })
  })

  test('is written from right to left where its letters are', async () => {
    const { manifest, bodies, file } = await word('right to left')
    expect(manifest).toMatchObject({ direction: 'rtl', metadata: { languages: ['he-IL'] } })
    expect(file('c1.xhtml')).toContain('lang="he-IL" xml:lang="he-IL" dir="rtl"')
    expect(bodies[0]).toContain('<p lang="en-US" xml:lang="en-US" dir="ltr">An English paragraph.</p>')
  })

  test('in Japanese says so, and keeps its readings', async () => {
    const { manifest, bodies } = await word('Japanese')
    expect(manifest.metadata.languages).toEqual(['ja-JP'])
    expect(bodies[0]).toContain('<ruby>吾輩<rt>わがはい</rt></ruby>')
  })

  test('has its equations in MathML, and as text where they are not known', async () => {
    const { bodies, findings, file } = await word('equations')
    expect(bodies[0]).toContain(
      '<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mrow><mi>b</mi></mrow></mfrac><msqrt>',
    )
    expect(bodies[0]).toContain('<munderover><mo>∑</mo>')
    expect(bodies[0]).toContain('<p>y</p>')
    expect(findings).toEqual([expect.stringMatching(/^1 equation \(in “Equations”\) was kept as text/)])
    expect(file('package.opf')).toMatch(/href="c1.xhtml"[^>]*properties="mathml"/)
  })

  test('has its tracked changes accepted, and its author is told of what is not in the book, and where', async () => {
    const { bodies, findings } = await word('tracked changes')
    expect(bodies[0]).toBe('<h1 id="h1">Changes</h1><p>Kept inserted </p><p>seen</p><p>In the box.</p>')
    expect(bodies[1]).toContain('<a href="#p3">back</a><a href="https://example.org/a?b=1&amp;c=2">out</a>lost')
    expect(findings.map((finding) => finding.replace(/ (?:was|were) .*/, ''))).toEqual([
      'The table of contents',
      'Text in the styles “Poem” looks like the rest of the text.',
      '1 tracked insertion (in “Changes”)',
      '1 tracked deletion (in “Changes”)',
      '1 comment (in “Changes”)',
      '1 text box (in “Changes”)',
      '1 chart or drawing (in “Changes”)',
      '1 embedded object (in “Changes”)',
      '1 hidden passage (in “Changes”)',
      '1 link that leads nowhere or may not be followed (in “Links”)',
    ])
  })

  test('is read in an archive that holds nothing else', async () => {
    const { bytes } = docx({ body: paragraph('Packed.') })
    const packed = { fileName: 'a.zip', bytes: inZip('My book.docx', bytes) }
    expect((await read(packed)).bodies).toEqual(['<p>Packed.</p>'])
    expect((await convertManuscript({ ...packed, words: {} })).extension).toBe('.zip')
  })
})

describe('Markdown', () => {
  test('says of itself what stands in its first lines', async () => {
    const { manifest, file } = await markdown('front matter')
    expect(manifest.metadata).toMatchObject({
      title: 'The Lamp: a tale',
      subtitle: 'For children',
      languages: ['en-GB'],
      authors: [{ name: 'Ottoline Marsh' }, { name: 'Ida Fenn' }],
      description: 'Every dusk.\nEvery dawn.',
    })
    expect(file('title.xhtml')).toContain('<p class="subtitle">For children</p>')
  })

  test.each([
    ['a rule', '---\n\nThe rain fell.\n\n---\n\nIt stopped.\n', 'The rain fell.', []],
    ['a rule and a sentence', '---\nThe rain fell.\n\n---\n\nIt stopped.\n', 'The rain fell.', []],
    ['a rule and a list', '---\n- Rain\n- Hail\n\n---\n\nIt stopped.\n', 'Rain', []],
    [
      'YAML that is broken',
      '---\ntitle: "The rain fell.\n---\n\nIt stopped.\n',
      'The rain fell.',
      ['The lines of YAML at the beginning of “a.md” could not be read. They are in the text.'],
    ],
  ])('that begins with %s keeps its whole text', async (_, text, first, told) => {
    const { bodies, findings } = await read(md(text))
    expect(bodies.join('')).toContain(first)
    expect(bodies.join('')).toContain('It stopped.')
    expect(findings).toEqual(told)
  })

  const titled = (title: string, text: string) => `---\ntitle: ${title}\n---\n${text}\n`
  test.each([
    [
      'a title each',
      [titled('Dusk', 'Lamps were lit.'), titled('Dawn', 'They went out.')],
      ['chapters', 'Dusk', 'Dawn'],
    ],
    [
      'a title each, beside headings',
      [titled('Dusk', 'Lamps were lit.'), titled('Dawn', '## Noon\n\nThey went out.'), '## Night\n\nNo lamps.'],
      ['Dawn', 'Dusk', 'Noon', 'Night'],
    ],
    [
      'a title each and one of the book',
      [titled('The Lamp', ''), titled('Dusk', 'Lamps were lit.'), titled('Dawn', 'They went out.')],
      ['The Lamp', 'Dusk', 'Dawn'],
    ],
    [
      'the title of the book each',
      [titled('The Lamp', '# Dusk\n\nLit.'), titled('The Lamp', '# Dawn\n\nOut.')],
      ['The Lamp', 'Dusk', 'Dawn'],
    ],
    ['one title', [titled('The Lamp', 'Lamps were lit.'), '# Dawn\n\nOut.'], ['The Lamp', 'The Lamp', 'Dawn']],
  ])('in a zip archive whose files have %s', async (_, texts, [title, ...chapters]) => {
    const bytes = aZip(texts.map((data, at) => ({ name: `${at + 1}.md`, data })))
    const { manifest, bodies } = await read({ fileName: 'chapters.zip', bytes })
    expect([manifest.metadata.title, ...manifest.contents.map(({ label }) => label)]).toEqual([title, ...chapters])
    expect(bodies).toHaveLength(chapters.length)
  })

  test('shows the pictures that it holds itself', async () => {
    const png = `data:image/png;base64,${PNG.toString('base64')}`
    const { bodies, findings, resources } = await read(
      md(
        `# Trees\n\n![A tree][image1] ![A lamp](${png}) ![A map](data:image/svg+xml;base64,PHN2Zy8+) ![A fish](data:image/png;base64,AAAA)\n\n[image1]: <${png}>\n`,
      ),
    )
    expect(bodies[0]).toContain(
      '<img src="picture1.png" alt="A tree"/> <img src="picture1.png" alt="A lamp"/> A map A fish</p>',
    )
    expect(resources.get('EPUB/picture1.png')?.type).toBe('image/png')
    expect(findings).toEqual([expect.stringMatching(/^2 pictures \(in “Trees”\) were left out/)])
  })

  test('keeps its comments for its author, but in code', async () => {
    const { bodies, findings } = await read(
      md(
        '# One <!-- rename -->\n\nText <!-- a\nb --> goes on.\n\n<!-- many\n\n# lines\n-->\n\n> <!-- x -->\n> Said.\n\n<!-- y\n\n--> After. <!-- z -->\n\n- <!-- first --> item\n\nA line\n<!-- between -->\n\n`<!-- code -->` and \\<!-- escaped -->\n\n```\n<!-- fenced -->\n```\n\n    <!-- indented -->\n\nOpen <!-- end\n',
      ),
    )
    expect(bodies.join('').replaceAll('\n', '')).toBe(
      '<h1 id="h1">One </h1><p>Text  goes on.</p><blockquote><p>Said.</p></blockquote><p>After. </p><ul><li> item</li></ul><p>A line</p>' +
        '<p><code>&lt;!-- code --&gt;</code> and &lt;!-- escaped --&gt;</p><pre><code>&lt;!-- fenced --&gt;</code></pre>' +
        '<pre><code>&lt;!-- indented --&gt;</code></pre><p>Open &lt;!-- end</p>',
    )
    expect(findings).toEqual([
      '8 comments (in “One”) were left out.',
      '1 mark was not understood and is in the book as written: “<!-- end” (line 31).',
    ])
  })

  test('has lists of definitions, tables, notes, code and formulas', async () => {
    expect((await markdown('lists')).bodies[0]).toContain('<ol start="3">')
    expect((await markdown('lists')).bodies[0]).toContain('<dt>Term</dt>\n<dd>Definition</dd>\n<dd>Another</dd>')
    expect((await markdown('tables')).bodies[0]).toContain('<td class="right"><strong>2</strong></td>')
    expect((await markdown('code')).bodies[0]).toContain('<pre><code>if (a &lt; b &amp;&amp; c) {}\n</code></pre>')
    const notes = (await markdown('notes')).bodies
    expect(notes[0]).toMatch(/<aside id="fn1"[^>]*><p><a href="#ref1" role="doc-backlink">1<\/a> First <em>note<\/em>/)
    expect(notes[1]).toMatch(/<aside id="fn3"[^>]*>.*<aside id="fn4"/s)
    const formulas = await markdown('formulas')
    expect(formulas.bodies[0]).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
    expect(formulas.bodies[0]).toContain('and $5 or $6.')
    expect(formulas.bodies[0]).toContain('<code>\\href{javascript:alert(1)}{x}</code>')
    expect(formulas.findings).toEqual([expect.stringMatching(/^2 equations .* were kept as text/)])
  })

  test('in a zip archive has a chapter for each file, with links, notes and pictures between them', async () => {
    const { manifest, bodies, findings } = await markdown('a zip of chapters')
    expect(manifest.metadata.title).toBe('Three')
    expect(manifest.contents.map(({ label }) => label)).toEqual(['Begin', 'Middle', 'The lamp', 'End'])
    expect(bodies[0]).toContain('Of the first file.')
    expect(bodies[1]).toContain('Of the second file.')
    expect(bodies[2]).toMatch(
      /<a href="c2.xhtml#h\d">Back<\/a> <a href="c1.xhtml#p1">first<\/a> <img src="picture1.png" alt="Lamp"\/>/,
    )
    expect(findings).toEqual([
      expect.stringMatching(/^1 picture on another server \(in “Begin”\)/),
      expect.stringMatching(/^1 picture \(in “Begin”\) was left out/),
      expect.stringMatching(/^1 picture that has no description/),
    ])
  })
})

describe('a hostile manuscript', () => {
  let server: Server
  let origin = ''
  let asked = 0
  beforeAll(async () => {
    server = createServer((_, response) => {
      asked += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const external = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`

  test('loads nothing, and nothing of it runs', async () => {
    const { bodies, findings, chapters } = await read(
      docx({
        relationships:
          external('far', 'image', `${origin}/a.png`) +
          external('template', 'attachedTemplate', `${origin}/a.dotm`) +
          external('sub', 'subDocument', `${origin}/b.docx`) +
          external('js', 'hyperlink', 'javascript:alert(1)') +
          external('file', 'hyperlink', 'file:///etc/passwd') +
          external('frame', 'frame', `${origin}/c.html`),
        media: { 'ole.bin': Buffer.from('MZ') },
        entries: {
          'word/settings.xml': `<x xmlns:r="r" r:id="template"/>`,
          'word/vbaProject.bin': 'macros',
          'mammoth/style-map': 'p => script',
        },
        body:
          heading('Evil') +
          paragraph(picture('far', 'Far', 'r:link') + picture('far', 'Far')) +
          paragraph(
            `<w:hyperlink r:id="js">${run('run')}</w:hyperlink><w:hyperlink r:id="file">${run('file')}</w:hyperlink><w:hyperlink r:id="none" w:anchor="x">${run('none')}</w:hyperlink>` +
              field(`INCLUDEPICTURE "${origin}/d.png"`, 'shown') +
              field(`DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"`, 'calc') +
              field('HYPERLINK "javascript:alert(2)"', 'script') +
              `<w:fldSimple w:instr="INCLUDETEXT &quot;${origin}/e.docx&quot;">${run('text')}</w:fldSimple>`,
          ) +
          paragraph(run('<script>alert(3)</script>')) +
          `<w:altChunk r:id="sub"/><w:subDoc r:id="sub"/>` +
          '<w:p><w:r><w:t>\uE0000\uE001</w:t></w:r></w:p>',
      }),
    )
    expect(bodies[0]).toBe(
      '<h1 id="h1">Evil</h1><p>runfilenoneshowncalcscripttext</p><p>&lt;script&gt;alert(3)&lt;/script&gt;</p><p>\uE0000\uE001</p>',
    )
    for (const { xhtml } of chapters) expect(faultsInDocument(xhtml)).toEqual([])
    expect(findings).toEqual([
      expect.stringMatching(/^2 documents that are inserted as files/),
      expect.stringMatching(/^3 fields that load other files .* not followed/),
      expect.stringMatching(/^2 pictures on other servers/),
      expect.stringMatching(/^4 links that lead nowhere or may not be followed/),
    ])
    expect(asked).toBe(0)
  })

  test('in Markdown has its HTML as text, and loads nothing', async () => {
    const { bodies, chapters } = await read(
      md(
        `# Evil\n\n<script src="${origin}/x.js">alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](JaVaScRiPt:alert(1)) <javascript:alert(1)>\n\n![e](${origin}/e.png) ![f](../../etc/passwd) ![g](file:///etc/passwd)\n\n[h]: javascript:alert(1)\n[h]\n`,
      ),
    )
    expect(bodies[0]).not.toMatch(/<(?!\/?(?:h1|p|a)\b)/)
    expect(bodies[0]).not.toMatch(/href|src=(?!&)"?[^&]*"\/>/)
    for (const { xhtml } of chapters) expect(faultsInDocument(xhtml)).toEqual([])
    expect(asked).toBe(0)
  })

  test('with external entities and a bomb of entities is refused or cleaned', async () => {
    const doctype =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>'
    const part = (entity: string) =>
      `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&${entity};</w:t></w:r></w:p></w:body></w:document>`
    for (const entity of ['b', 'e'])
      expect(await refusal(docx({ body: '', entries: { 'word/document.xml': part(entity) } }))).toMatch(
        /damaged|too much time/,
      )
    expect((await read(docx({ body: '', entries: { 'word/document.xml': part('a') } }))).bodies[0]).toBe(
      '<p>aaaaaaaaaa</p>',
    )
  })

  test.each([
    [
      'macros',
      docx({ body: paragraph('x'), mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      /holds macros\. .*\.docx/,
    ],
    [
      'a spreadsheet',
      docx({ body: '', mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
      /spreadsheet or a presentation/,
    ],
    [
      'no text part',
      docx({
        body: '',
        entries: { '[Content_Types].xml': `<Types><Override PartName="/x.xml" ContentType="${MAIN_TYPE}"/></Types>` },
      }),
      /damaged/,
    ],
    [
      'a bomb',
      docx({ body: '', media: { 'a.png': Buffer.alloc(20 * 1024 * 1024) } }),
      /larger than its compressed size/,
    ],
    ['a way out', { fileName: 'a.zip', bytes: aZip([{ name: '../a.md', data: '# x' }]) }, /leads out/],
    [
      'a link',
      { fileName: 'a.zip', bytes: aZip([{ name: 'a.md', data: '/etc', stated: { attributes: 0o120777 << 16 } }]) },
      /link to another file/,
    ],
    [
      'a zip of other files',
      { fileName: 'a.zip', bytes: aZip([{ name: 'a.png', data: PNG }]) },
      /neither a book nor Markdown/,
    ],
    [
      'an archive in an archive in an archive',
      { fileName: 'a.zip', bytes: inZip('a.zip', inZip('b.zip', inZip('c.md', Buffer.from('# x')))) },
      /neither a book nor Markdown/,
    ],
    [
      'a zip of several Word and OpenDocument files',
      {
        fileName: 'a.zip',
        bytes: aZip(['01.docx', 'notes/02.odt', '__MACOSX/._01.docx'].map((name) => ({ name, data: 'x' }))),
      },
      /holds several documents. Put their texts into one document/,
    ],
    [
      'a zip of a Word file and a picture',
      {
        fileName: 'a.zip',
        bytes: aZip(['01.docx', 'a.png', '__MACOSX/._01.docx'].map((name) => ({ name, data: 'x' }))),
      },
      /neither a book nor Markdown/,
    ],
    ['letters of Windows', { fileName: 'a.md', bytes: Buffer.from('# Fähre', 'latin1') }, /UTF-8/],
  ])('with %s is refused in words', async (_, sample, words) => {
    expect(await refusal(sample)).toMatch(words)
  })

  test('nests as deeply as it likes', async () => {
    const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(80)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(80)}`
    expect(await refusal(docx({ body: deep }))).toMatch(/no text/)
    expect(await refusal(md(`${'> '.repeat(5_000)}x`))).toMatch(/accepted|no text/)
    expect(await refusal(md(`${'- '.repeat(5_000)}x`))).toMatch(/accepted|no text/)
    expect(await refusal(md(`---\na: &a [x]\nb: *a\n---\ntext`))).toBe('accepted')
  })
})

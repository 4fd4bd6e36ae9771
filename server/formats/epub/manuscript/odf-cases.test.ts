import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { convertManuscript } from './convert-manuscript.ts'
import {
  aFlatOdt,
  anOdt,
  listStyle,
  numberLevel,
  odtHeading,
  odtList,
  odtNote,
  type OdtPlan,
  odtParagraph,
  odtPicture,
  span,
} from './testing-odt.ts'

const convert = async (fileName: string, bytes: Buffer, words = {}) => {
  const { epub, findings, extension } = await convertManuscript({ fileName, bytes, words })
  const zip = await openZip(Buffer.from(epub))
  const bodies = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(zip.read(name)?.toString() ?? '')?.[1] ??
        '',
    )
  const { manifest, chapters } = await ingest(Buffer.from(epub))
  return { findings, bodies, text: bodies.join(''), manifest, chapters, extension }
}
const odt = (plan: OdtPlan) => convert('a.odt', anOdt(plan))
const refusal = (fileName: string, bytes: Buffer) =>
  convert(fileName, bytes).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : 'thrown'),
  )

test.skipIf(!hasCases)('a rich file of LibreOffice keeps what its author made', async () => {
  const { text, manifest, findings, extension } = await convert('source-mill.fodt', caseFile('source-mill.fodt'))
  expect(extension).toBe('.fodt')
  expect(manifest.metadata).toMatchObject({
    title: 'Mill Papers',
    authors: [{ name: 'Ada Writer' }],
    languages: ['de-AT'],
  })
  expect(manifest.contents.map(({ label }) => label)).toEqual([
    'Part I. Grinding',
    '1. Lists of the mill',
    '1.1 Third of it',
    'Part II. Second part',
  ])
  for (const one of [
    'x<sup>2</sup>, 10<sup>5</sup>, <strong>bold</strong>, <u>underlined</u>, <mark>marked</mark>, <s>struck</s>',
    '<span class="small-caps">Small Caps Run</span>',
    '<span lang="fr-FR" xml:lang="fr-FR">mots français</span>',
    '<em>A whole paragraph that is italic by its style.</em>',
    '<ol start="5"><li>five item</li><li>six item<ol type="a"><li>six a</li><li>six b</li></ol></li><li><p>seven item</p><p>seven second paragraph</p></li></ol>',
    '<ol start="8"><li>eight item</li></ol>',
    '<ul><li>bullet outer<ol type="a"><li>num inner</li></ol></li></ul>',
    '<span class="label">1.1.</span> clause one one',
    '<p>Before the rule.</p><hr/><p>After the rule.</p>',
    '<th colspan="2"><p>Head AB</p></th>',
    '<td rowspan="2"><p>tall</p></td>',
    'alt="Described boat"',
    'alt="Only a title text"',
    '<p class="new-page">New page paragraph.',
    '<pre>def a():\n    return 1\n\n\ttabbed</pre><blockquote><p>Quoted words.</p></blockquote>',
    '<ruby>漢字<rt>かんじ</rt></ruby>',
    '<mfrac><mi>a</mi><mi>b</mi></mfrac></math> inline.',
  ])
    expect(text).toContain(one)
  expect(text).not.toMatch(/secretcomment|hiddenword|StarMath/)
  expect(findings).toHaveLength(6)
})

describe('an OpenDocument file', () => {
  test('is the same in one file and in an archive', async () => {
    const plan = { body: odtHeading('One') + odtParagraph(`A ${span('Italic', 'word')}.`) }
    expect((await convert('a.fodt', aFlatOdt(plan))).text).toBe((await odt(plan)).text)
    expect((await odt(plan)).text).toBe('<h1 id="h1">One</h1><p>A <em>word</em>.</p>')
  })

  test('has chapters in the style of the title where several of them name such', async () => {
    const titles = (...all: string[]) => all.map((one) => odtParagraph(one, 'Title') + odtParagraph('Text.')).join('')
    const two = await odt({ body: titles('Chapter One', 'Chapter Two') })
    expect(two.text).toBe('<h1 id="h1">Chapter One</h1><p>Text.</p><h1 id="h2">Chapter Two</h1><p>Text.</p>')
    const others = { body: titles('The Ferry', 'The Ford') }
    expect((await odt(others)).manifest.metadata.title).toBe('The Ferry')
    const { text } = await convert('a.odt', anOdt(others), { title: 'Ledger of Tides' })
    expect(text).toBe('<h1 id="h1">The Ferry</h1><p>Text.</p><h1 id="h2">The Ford</h1><p>Text.</p>')
  })

  test.each([
    ['rect(0cm, 1.2cm, 0cm, 0cm)', true],
    ['rect(0in 0.5in 0in 0in)', true],
    ['rect(0cm, 0cm, 0cm, 0cm)', false],
    ['rect(0.01cm, auto, -2cm, 0cm)', false],
  ])('shows a cropped picture whole, and tells of it: %s', async (clip, isTold) => {
    const { text, findings } = await odt({
      automatic: `<style:style style:name="Cropped" style:family="graphic"><style:graphic-properties fo:clip="${clip}"/></style:style>`,
      body: odtParagraph(odtPicture('Pictures/a.png', 'A boat').replace('<draw:frame', '$& draw:style-name="Cropped"')),
      entries: { 'Pictures/a.png': PNG },
    })
    expect(text).toBe('<p><img src="picture1.png" alt="A boat"/></p>')
    expect(findings.some((finding) => finding.startsWith('1 picture that is cropped'))).toBe(isTold)
  })

  test('has no heading that only names contents which are left out', async () => {
    const contents = `<text:table-of-content><text:index-body>${odtParagraph('The ford 1')}</text:index-body></text:table-of-content>`
    const chapter = odtHeading('The ford') + odtParagraph('Words.')
    expect((await odt({ body: odtHeading('Contents') + contents + chapter })).text).toBe(
      '<h1 id="h1">The ford</h1><p>Words.</p>',
    )
    expect((await odt({ body: odtHeading('Maps') + contents + chapter })).text).toContain('>Maps</h1>')
  })

  test('has notes with marks of their own, and the others their numbers', async () => {
    const { text } = await odt({
      body: odtParagraph(
        `A${odtNote('footnote', 'Starred.', '<text:note-citation text:label="*">*</text:note-citation>')} b${odtNote('endnote', 'Plain.')}`,
      ),
    })
    expect(text).toMatch(/A<sup><a [^>]*>\*<\/a><\/sup> b<sup><a [^>]*>1<\/a>.*>\*<\/a> Starred\..*>1<\/a> Plain\./)
  })

  test('has lists with numbers of several levels, which go on where they say so', async () => {
    const styles = listStyle('Clauses', [numberLevel(1, '1'), numberLevel(2, '1', 'text:display-levels="2"')])
    const { text } = await odt({
      styles,
      body:
        odtList('Clauses', ['one', `${odtParagraph('two')}${odtList('', ['deep'])}`], 'xml:id="l1"') +
        odtParagraph('Between.') +
        odtList('Clauses', ['three'], 'text:continue-list="l1"') +
        odtParagraph('Then.') +
        odtList('Clauses', ['anew']),
    })
    expect(text).toBe(
      '<ol><li>one</li><li>two<ol class="labelled"><li><span class="label">2.1</span> deep</li></ol></li></ol><p>Between.</p>' +
        '<ol start="3"><li>three</li></ol><p>Then.</p><ol><li>anew</li></ol>',
    )
  })

  test.each([
    ['%1%-%2%', '2-1'],
    ['§ %1% (%2%)', '§ 2 (1)'],
    ['%2%.', '1.'],
    ['', '2.1'],
  ])('has numbers with the signs between them that LibreOffice keeps of Word: %s', async (shape, number) => {
    const more = `text:display-levels="2" ${shape && `loext:num-list-format="${shape}" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"`}`
    const { text } = await odt({
      styles: listStyle('Clauses', [numberLevel(1, '1'), numberLevel(2, '1', more)]),
      body: odtList('Clauses', ['one', `${odtParagraph('two')}${odtList('', ['deep'])}`]),
    })
    expect(text).toContain(`<span class="label">${number}</span> deep`)
  })

  test('has links to bookmarks and headings, blanks as they are, and verse with its lines', async () => {
    const { text } = await odt({
      body:
        odtHeading('The Ford') +
        odtParagraph('<text:a xlink:href="#1.The%20Ford|outline">up</text:a> a<text:s text:c="2"/>b\n  c ') +
        odtParagraph('The mill<text:line-break/><text:s text:c="2"/>turns'),
    })
    expect(text).toMatch(/<a href="#(p\d)">up<\/a> a {2}b c<\/p>/)
    expect(text).toContain('The mill<br/>\u00a0\u00a0turns')
  })

  test('loads nothing, and nothing of it runs', async () => {
    const { text, chapters, findings } = await odt({
      body:
        odtHeading('Evil') +
        odtParagraph(
          `${odtPicture(`${origin}/a.png`)}${odtPicture('../../etc/passwd')}${odtPicture('Pictures/missing.png')}`,
        ) +
        odtParagraph(
          '<text:a xlink:href="javascript:alert(1)">run</text:a><text:a xlink:href="file:///etc/passwd">file</text:a>' +
            '<text:script script:language="JavaScript">alert(2)</text:script>' +
            '<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:evil"/></office:event-listeners>' +
            '<draw:frame><draw:plugin xlink:href="evil.swf"/></draw:frame><draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>' +
            '&lt;script&gt;',
        ) +
        `<text:section text:name="S"><text:section-source xlink:href="${origin}/b.odt"/>${odtParagraph('kept')}</text:section>`,
      entries: { 'Basic/Standard/Module1.xml': 'Sub evil', 'Scripts/python/evil.py': 'evil', 'Object 1': 'MZ' },
    })
    expect(text).toBe('<h1 id="h1">Evil</h1><p>runfile&lt;script&gt;</p><p>kept</p>')
    for (const { xhtml } of chapters) expect(faultsInDocument(xhtml)).toEqual([])
    expect(findings).toEqual([
      expect.stringMatching(/^2 embedded objects/),
      expect.stringMatching(/^1 field that loads/),
      expect.stringMatching(/^1 picture on another server/),
      expect.stringMatching(/^2 pictures .* were left out/),
      expect.stringMatching(/^2 links/),
    ])
    expect(asked).toBe(0)
  })

  const FORM = 'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"'
  const object = (inside: string) => odtParagraph(`<draw:frame>${inside}</draw:frame>words`)
  test.each<[what: string, plan: (from: string) => OdtPlan, text?: string]>([
    ['a frame', (from) => ({ body: object(`<draw:floating-frame xlink:href="${from}/a.html"/>`) })],
    [
      'a linked object',
      (from) => ({ body: object(`<draw:object xlink:href="${from}/a.ods"/><draw:image xlink:href="${from}/a.png"/>`) }),
    ],
    ['an applet', (from) => ({ body: object(`<draw:applet xlink:href="${from}/a.jar" draw:code="Evil"/>`) })],
    [
      'a form',
      (from) => ({
        body: `<office:forms ${FORM}><form:form xlink:href="${from}/post"><form:button form:label="Press"><office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:evil"/></office:event-listeners></form:button></form:form></office:forms>${odtParagraph('words')}`,
      }),
    ],
    [
      'what another program says',
      () => ({
        body: `<text:section text:name="S"><office:dde-source office:dde-application="soffice" office:dde-topic="/etc/passwd"/>${odtParagraph('words')}</text:section>`,
      }),
    ],
    [
      'pictures of styles',
      (from) => ({
        body: `<text:list text:style-name="Seen"><text:list-item>${odtParagraph('words')}</text:list-item></text:list>`,
        automatic: `<text:list-style style:name="Seen"><text:list-level-style-image text:level="1" xlink:href="${from}/c.png"/></text:list-style>`,
      }),
      '<ul><li>words</li></ul>',
    ],
    [
      'links that run',
      () => ({
        body: odtParagraph(
          '<text:execute-macro text:name="Evil">wo</text:execute-macro>' +
            ['macro:///Standard.Module1.evil()', 'vnd.sun.star.script:x', 'data:text/html,x', ' JAVASCRIPT:alert(1)']
              .map((href, at) => `<text:a xlink:href="${href}">${'rds'[at] ?? ''}</text:a>`)
              .join(''),
        ),
      }),
    ],
    [
      'names that end their attribute',
      () => ({
        body: odtParagraph(
          '<text:bookmark text:name="x&quot; onload=&quot;y"/><text:span text:style-name="x&quot; onclick=&quot;y">words</text:span>',
        ),
      }),
    ],
  ])('%s: nothing of it is loaded or run, in an archive or in one file', async (_, plan, text = '<p>words</p>') => {
    const { body, ...others } = plan(origin)
    const whole = { ...others, body: odtHeading('Evil') + body }
    const before = asked
    for (const converted of [await odt(whole), await convert('a.fodt', aFlatOdt(whole))]) {
      expect(converted.text).toBe(`<h1 id="h1">Evil</h1>${text}`)
      for (const { xhtml } of converted.chapters) expect(faultsInDocument(xhtml)).toEqual([])
    }
    expect(asked).toBe(before)
  })

  const MASTER_TYPE = 'application/vnd.oasis.opendocument.text-master'
  const chapterOf = (content: string) =>
    `<text:section text:name="One"><text:section-source xlink:href="../one.odt"/>${content}</text:section>`
  const entities = (entity: string) =>
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>` +
    `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>&${entity};</text:p></office:text></office:body></office:document-content>`

  test.each([
    ['entities in entities', { body: '', entries: { 'content.xml': entities('b') } }, /damaged/],
    ['files as entities', { body: '', entries: { 'content.xml': entities('e') } }, /damaged/],
    ['a spreadsheet', { body: '', type: 'application/vnd.oasis.opendocument.spreadsheet' }, /spreadsheet/],
    [
      'a password',
      {
        body: '',
        entries: {
          'META-INF/manifest.xml':
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
        },
      },
      /password/,
    ],
    [
      'a bomb',
      { body: odtParagraph('x'), entries: { 'Pictures/a.png': Buffer.alloc(20 * 1024 * 1024) } },
      /larger than/,
    ],
    ['too deep a nest', { body: '<text:section>'.repeat(300) + '</text:section>'.repeat(300) }, /too much time/],
    ['no text', { body: '' }, /no text/],
    ['chapters in other files', { body: chapterOf(''), type: MASTER_TYPE }, /master document/],
    ['no content', { body: '', entries: { 'content.xml': '<x/>' } }, /damaged/],
  ] as [string, OdtPlan, RegExp][])('with %s is refused in words', async (_, plan, words) => {
    expect(await refusal('a.odt', anOdt(plan))).toMatch(words)
  })

  test('with a line below a paragraph, as LibreOffice makes it of hyphens, is parted by it', async () => {
    const lined = (name: string, borders: string) =>
      `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties ${borders}/></style:style>`
    const automatic =
      lined(
        'P1',
        'fo:border-left="none" fo:border-right="none" fo:border-top="none" fo:border-bottom="0.05pt solid #000"',
      ) + lined('P2', 'fo:border="0.05pt solid #000"')
    const body = [odtParagraph('One.', 'P1'), odtParagraph('Two.'), odtParagraph('Three.', 'P2'), odtParagraph('Four.')]
    expect((await odt({ automatic, body: body.join('') })).text).toBe(
      '<p>One.</p><hr/><p>Two.</p><p>Three.</p><p>Four.</p>',
    )
  })

  test('that is a master document shows the copies that it keeps of its chapters', async () => {
    const body = odtParagraph('Before.') + chapterOf(odtParagraph('Copied.'))
    expect((await odt({ body, type: MASTER_TYPE })).text).toBe('<p>Before.</p><p>Copied.</p>')
  })

  test('keeps what it shows of lists in lists at any depth, and of tables in tables', async () => {
    const deep = Array.from({ length: 30 }).reduce<string>((inner) => odtList('', [`${odtParagraph('x')}${inner}`]), '')
    const table = (inner: string) =>
      `<table:table><table:table-row><table:table-cell>${inner}</table:table-cell></table:table-row></table:table>`
    const { text } = await odt({ body: deep + table(table(odtParagraph('deep'))), entries: { 'Pictures/a.png': PNG } })
    expect(text.match(/x/g)).toHaveLength(30)
    expect(text).toContain('<td><table><tr><td><p>deep</p></td></tr></table></td>')
  })

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
})

describe('a text file', () => {
  const plain = (text: string | Buffer, name = 'a.txt') => convert(name, Buffer.from(text))
  const long = 'Every dusk for forty years the lamplighter went from the harbour'

  test('has paragraphs between blank lines, whose broken lines are joined, and chapters by their lines', async () => {
    const { bodies, extension } = await plain(
      `Chapter One\n\n${long}\nto the hill\n\n${long}\nup.\n\n* * *\n\nRoses are red\n  violets are blue\n\nCHAPTER II\n\n${long}\n`,
    )
    expect(bodies).toEqual([
      `<h1 id="h1">Chapter One</h1><p>${long} to the hill</p><p>${long} up.</p><hr/><p>Roses are red<br/>\u00a0\u00a0violets are blue</p>`,
      `<h1 id="h2">CHAPTER II</h1><p>${long}</p>`,
    ])
    expect(extension).toBe('.txt')
  })
  test('has paragraphs with indented first lines, or of a line each', async () => {
    expect((await plain(`  One ${long}\nends here.\n  Two ${long}\nends there.\n`)).text).toBe(
      `<p>One ${long} ends here.</p><p>Two ${long} ends there.</p>`,
    )
    expect((await plain(`${long} ${long}.\n${long} ${long}!\n`)).text).toBe(
      `<p>${long} ${long}.</p><p>${long} ${long}!</p>`,
    )
  })
  test('has paragraphs with indented first lines where a line among them stands for itself', async () => {
    const two = `  One ${long}\nends here.\n  Two ${long}\nends there.\n`
    expect((await plain(`${two.repeat(10)}Alone.\n${two}`)).text.match(/<p>/g)).toHaveLength(22)
  })
  test.each([
    ['verses', 'The rose is red,\n  the violet blue,\nthe honey sweet,\n  and so are you.'],
    ['a quotation', '    The rose is red,\n      the violet blue,\n    the honey sweet.'],
    ['a table', '  Name      Age\n  Ann       12'],
  ])('keeps the lines of %s among paragraphs with blank lines between them', async (_, lines) => {
    const prose = `${long}\n${long}\nand up to the hill.`
    const { text } = await plain(`${prose}\n\n${lines}\n\n${prose}\n`)
    expect(text.split('<br/>')).toHaveLength(lines.split('\n').length)
    expect(text.match(/<p>/g)).toHaveLength(3)
  })
  test.each([
    ['a compound', `${long}-\nlamp up.`, 'hill-lamp up.'],
    ['a dash', `${long}--\nand up.`, 'hill--and up.'],
    ['a compound that another word completes', `${long}-\nand town up.`, 'hill- and town up.'],
    [
      'Japanese',
      `${'夜明けに船が港に着き、町の塔の時計が一度しか開かない。'.repeat(2)}\n次の行。`,
      '開かない。次の行。',
    ],
  ])('joins lines within %s', async (_, lines, shown) => {
    expect((await plain(lines.replace('harbour', 'harbour to the hill'))).text).toContain(shown)
  })
  test.each([
    [
      'wide blanks',
      '第一章　春\n\n　吾輩は猫である。\n「にゃあ」\n　どこで生れたか。\n',
      '<h1 id="h1">第一章　春</h1><p>吾輩は猫である。</p><p>「にゃあ」</p><p>どこで生れたか。</p>',
    ],
    [
      'tabs',
      'Night fell.\n\tShe walked.\n\t"Who?" he said.\n',
      '<p>Night fell.</p><p>She walked.</p><p>"Who?" he said.</p>',
    ],
    [
      'the name of a chapter',
      'Chapter One: Dusk\nNight fell.\n\nChapter Two\nDay came.',
      '<h1 id="h1">Chapter One: Dusk</h1><p>Night fell.</p><h1 id="h2">Chapter Two</h1><p>Day came.</p>',
    ],
    [
      'names of chapters alone',
      'Chapter One: Dusk\nChapter Two: Dawn\n',
      '<p>Chapter One: Dusk<br/>Chapter Two: Dawn</p>',
    ],
    ['a number', 'II\nThe sea,\nthe sea.', '<p>II<br/>The sea,<br/>the sea.</p>'],
    ['a number of more letters', 'VIII.\nThe sea,\nthe sea.', '<p>VIII.<br/>The sea,<br/>the sea.</p>'],
  ])('has paragraphs that begin with %s', async (_, source, shown) => expect((await plain(source)).text).toBe(shown))
  test.each([
    ['_One word_, and _two\u0020words_.', '<em>One word</em>, and <em>two words</em>.'],
    ['A snake_case_name and _ and __init__ stay.', 'A snake_case_name and _ and __init__ stay.'],
    ['_not closed and _ not opened_', '_not closed and _ not opened_'],
  ])('has italics between underscores: %s', async (source, shown) =>
    expect((await plain(source)).text).toBe(`<p>${shown}</p>`),
  )
  test('has a paragraph in each line that begins with a wide blank, however long the lines are', async () => {
    const line = `\u3000${'夜明けに船が港に着き、町の塔の時計が一度しか開かない。'.repeat(2)}\n`
    expect((await plain(line.repeat(4))).text.match(/<p>/g)).toHaveLength(4)
  })
  test('of Project Gutenberg has the title and the author that stand above it', async () => {
    const start = '*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***'
    const { manifest, text } = await plain(
      `The Project Gutenberg eBook of The Mill\n\nTitle: The Mill\n        Or, The Ford\n\nAuthor: Ann Quay\n\n${start}\n\nCHAPTER I.\n\nWords.\n`,
    )
    expect(manifest.metadata).toMatchObject({ title: 'The Mill Or, The Ford', authors: [{ name: 'Ann Quay' }] })
    expect(text).toContain('CHAPTER I.')
    expect((await plain('Title: The Mill\n\nAuthor: Ann Quay\n\nWords.\n')).manifest.metadata.title).toBe('a')
  })
  test.each([
    ['الباب مفتوح.', false],
    ['الفصل مزدحم بالطلاب.', false],
    ['חלק מהם הלכו.', false],
    ['Μέρος της ομάδας έφυγε.', false],
    ['الفصل الثاني عشر', true],
    ['الجزء 2: النهر', true],
    ['חלק שני', true],
    ['Μέρος Πρώτο', true],
  ])('has chapters by their numbers, not by words that begin sentences too: %s', async (line, isChapter) =>
    expect((await plain(`${long}\n\n${line}\n\n${long}\n`)).text.includes('<h1')).toBe(isChapter),
  )
  test('is Markdown where it is written so', async () => {
    expect((await plain('# One\n\nA **bold** word.\n')).text).toContain('<strong>bold</strong>')
    expect((await plain('No *stars* at 5 * 3 # 1.\n')).text).toBe('<p>No *stars* at 5 * 3 # 1.</p>')
  })
  test.each(['---', '# # #', '###', '* * *'])('is no Markdown because of what parts its scenes: %s', async (sign) => {
    const shown = `<h1 id="h1">Chapter One</h1><p>${long} to the hill.</p><hr/><p>Then rain.</p><hr/><p>The end.</p>`
    const before = `Chapter One\n\n${long}\nto the hill.`
    expect((await plain(`${before}\n\n${sign}\n\nThen rain.\n\n${sign}\n\nThe end.\n`)).text).toBe(shown)
    expect((await plain(`${before}\n${sign}\nThen rain.\n${sign}\nThe end.\n`)).text).toBe(shown)
  })
  test.each([
    ['---\ntitle: The Mill\n---\n\nWords.\n', '<p>Words.</p>'],
    ['The Ford\n---\n\nWords.\n\nThe Mill\n---\n\nMore.\n', '<h1 id="h1">The Ford</h1>\n<p>Words.</p>'],
    ['# *The Ford*\n\nWords.\n', '<h1 id="h1"><em>The Ford</em></h1>\n<p>Words.</p>'],
  ])('is Markdown because of its lines: %j', async (source, shown) =>
    expect((await plain(source)).bodies[0]?.trim()).toBe(shown),
  )
  test.each(['a.md', 'a.txt'])('%s may be in UTF-16 that says so, and is refused in other letters', async (name) => {
    const le = Buffer.from('\ufeffFähre am Ufer', 'utf16le')
    expect((await convert(name, le)).text.trim()).toBe('<p>Fähre am Ufer</p>')
    expect((await convert(name, Buffer.from(le).swap16())).text.trim()).toBe('<p>Fähre am Ufer</p>')
    expect(await refusal(name, Buffer.from('Fähre', 'latin1'))).toMatch(/UTF-8/)
  })
})

describe('what pandoc and LibreOffice write in their own ways', () => {
  const style = (properties: string) =>
    `<style:style style:name="TL" style:family="text"><style:text-properties ${properties}/></style:style>`
  test.each([
    [
      'Latin letters without a country',
      'fo:language="fr" fo:country=""',
      'mot',
      '<span lang="fr" xml:lang="fr">mot</span>',
    ],
    [
      'Latin letters with one',
      'fo:language="fr" fo:country="CH"',
      'mot',
      '<span lang="fr-CH" xml:lang="fr-CH">mot</span>',
    ],
    [
      'Arabic letters, stated as of Latin ones',
      'fo:language="ar"',
      'كلمة',
      '<span lang="ar" xml:lang="ar">كلمة</span>',
    ],
    ['Hebrew letters in a French text', 'fo:language="fr"', 'מילה', 'A מילה B'],
  ])('the language of %s', async (_, properties, word, shown) => {
    const { text } = await odt({ automatic: style(properties), body: odtParagraph(`A ${span('TL', word)} B`) })
    expect(text).toContain(shown)
  })

  test.each([
    ['தமிழ் மொழி', 'style:language-complex="ta" style:country-complex="IN"', ['ta-IN']],
    ['ភាសាខ្មែរ', 'fo:language="km"', ['km']],
    ['বাংলা ভাষা', '', []],
    ['हिन्दी भाषा', '', []],
    ['Русский текст', '', []],
    ['Русский текст', 'fo:language="ru" fo:country="RU"', ['ru-RU']],
    ['Ελληνικά', '', ['el']],
    ['English', '', ['en-GB']],
    ['English и русский', '', ['en-GB']],
  ])('the language of a book in the letters of %s', async (words, properties, languages) => {
    const { manifest } = await odt({ automatic: style(properties), body: odtParagraph(span('TL', words)) })
    expect(manifest.metadata.languages).toEqual(languages)
  })

  const BOLD = 'fo:font-weight="bold"'
  test.each([
    ['漢字', 'style:font-weight-asian="bold"', '<strong>漢字</strong>'],
    ['שלום', 'style:font-style-complex="italic"', '<em>שלום</em>'],
    ['漢字', BOLD, '<strong>漢字</strong>'],
    ['漢字', `${BOLD} style:font-weight-asian="normal"`, '漢字'],
    ['word', `${BOLD} style:font-weight-asian="normal"`, '<strong>word</strong>'],
    ['word', 'style:font-weight-asian="bold" style:font-style-complex="italic"', 'word'],
    ['漢字 and שלום', 'style:font-weight-complex="bold"', '<strong>漢字 and שלום</strong>'],
    ['漢字 and', BOLD, '<strong>漢字 and</strong>'],
    ['12', BOLD, '<strong>12</strong>'],
  ])('the looks of %s, of its own letters: %s', async (words, properties, shown) => {
    const { text } = await odt({ automatic: style(properties), body: odtParagraph(`A ${span('TL', words)}.`) })
    expect(text.replaceAll(/<\/?(?:p|span)\b[^>]*>/g, '')).toBe(`A ${shown}.`)
  })

  test.each([
    ['dot above', '<em class="dots">水</em>'],
    ['none', '水'],
  ])('the dots beside letters: %s', async (dots, shown) => {
    const automatic = style(`style:text-emphasize="${dots}"`)
    expect((await odt({ automatic, body: odtParagraph(`山と${span('TL', '水')}。`) })).text).toContain(shown)
  })

  test.each([
    ['Wingdings', '\uF0FE', '☑'],
    ['Symbol1', '\uF061', 'α'],
    ['Wingdings 2', '\uF052', '☑'],
    ['Liberation Serif', 'Fa', 'Fa'],
  ])('signs of the font %s', async (font, words, shown) => {
    const { text } = await odt({
      automatic: style(`style:font-name="${font}"`),
      body: odtParagraph(`A ${span('TL', words)}.`),
    })
    expect(text).toBe(`<p>A ${shown}.</p>`)
  })

  test.each([
    ['Wingdings', '\uF0A8', '☐'],
    ['Wingdings', '\uF0FE', '☑'],
    ['OpenSymbol', '☒', '☒'],
    ['OpenSymbol', '•', undefined],
    ['Wingdings', '\uF0A7', undefined],
  ])('signs of lists of tasks in %s: %s', async (font, sign, shown) => {
    const level = `<text:list-level-style-bullet text:level="1" text:bullet-char="${sign}"><style:text-properties style:font-name="${font}"/></text:list-level-style-bullet>`
    const { text } = await odt({ styles: listStyle('Tasks', [level]), body: odtList('Tasks', ['one', 'two']) })
    const item = (words: string) =>
      `<li>${shown === undefined ? '' : `<span class="label">${shown}</span> `}${words}</li>`
    expect(text).toBe(`<ul${shown === undefined ? '' : ' class="labelled"'}>${item('one')}${item('two')}</ul>`)
  })

  test('the blanks that begin a line after a break', async () => {
    const { text } = await odt({
      body: '<text:p text:style-name="Preformatted_20_Text">if x:<text:line-break/> <text:s text:c="3"/>y</text:p>',
    })
    expect(text).toContain('<pre>if x:\n    y</pre>')
  })

  const RTL = 'style:writing-mode="rl-tb"'
  test.each([
    ['end', RTL, 'سطر عادي', '<p>سطر عادي</p>'],
    ['end', '', 'שורה רגילה', '<p>שורה רגילה</p>'],
    ['end', RTL, '1984', '<p>1984</p>'],
    ['center', RTL, 'في الوسط', '<p class="center">في الوسط</p>'],
    ['end', '', 'Ida Fenn', '<p class="right" lang="en-GB" xml:lang="en-GB" dir="ltr">Ida Fenn</p>'],
    ['end', '', '1984', '<p class="right">1984</p>'],
  ])('the %s of a line, where the text runs from right to left: %s, %s', async (align, more, words, shown) => {
    const { text } = await odt({
      automatic: `<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="${align}" ${more}/></style:style>`,
      body: odtParagraph(words, 'P1') + odtParagraph('مرحبا بكم في هذا الكتاب الطويل.'),
    })
    expect(text).toContain(shown)
  })

  test('looks of all text, which are none of it, and those of other styles', async () => {
    const named = (name: string, look: string, parent = '') =>
      `<style:style style:name="${name}" style:family="paragraph" ${parent && `style:parent-style-name="${parent}"`}><style:text-properties ${look}/></style:style>`
    const { text } = await odt({
      styles: named('Standard', 'fo:font-style="italic" fo:color="#1f3864"') + named('Letter', BOLD, 'Standard'),
      body: odtParagraph(`One ${span('Italic', 'word')}.`) + odtParagraph('Two.', 'Letter'),
    })
    expect(text).toBe('<p>One <em>word</em>.</p><p><strong>Two.</strong></p>')
  })

  const hidden = (name: string, more: string, words = 'hidden') => `<text:${name} ${more}>${words}</text:${name}>`
  test.each([
    ['a hidden text', `A ${hidden('hidden-text', 'text:is-hidden="true"')}boat.`, '<p>A boat.</p>'],
    [
      'a text that is not hidden now',
      `A ${hidden('hidden-text', 'text:string-value="red"', 'red')} boat.`,
      '<p>A red boat.</p>',
    ],
    ['a variable that is not shown', `A ${hidden('variable-set', 'text:display="none"')}boat.`, '<p>A boat.</p>'],
    ['a variable', `A ${hidden('variable-set', 'text:name="x"', 'red')} boat.`, '<p>A red boat.</p>'],
    ['a hidden paragraph', `Hidden ${hidden('hidden-paragraph', 'text:is-hidden="true"', '')}words.`, ''],
    [
      'a paragraph that is not hidden now',
      `Some ${hidden('hidden-paragraph', 'text:condition="x"', '')}words.`,
      '<p>Some words.</p>',
    ],
  ])('%s', async (_, content, shown) => {
    const { text } = await odt({ body: odtParagraph('One.') + odtParagraph(content) })
    expect(text).toBe(`<p>One.</p>${shown}`)
  })
  test('a paragraph whose note is hidden', async () => {
    const note = odtNote('footnote', `Gone.${hidden('hidden-paragraph', 'text:is-hidden="true"', '')}`)
    const { text } = await odt({ body: odtParagraph(`A boat${note} came.`) })
    expect(text).toMatch(/A boat.* came\./)
    expect(text).not.toContain('Gone.')
  })
  test('a section that a condition hides, and one that it does not', async () => {
    const section = (more: string, words: string) =>
      `<text:section text:name="${words}" ${more}>${odtParagraph(words)}</text:section>`
    const { text, findings } = await odt({
      body:
        section('text:display="condition" text:is-hidden="true"', 'One.') +
        section('text:display="condition"', 'Two.') +
        section('', 'Three.'),
    })
    expect(text).toBe('<p>Two.</p><p>Three.</p>')
    expect(findings).toEqual([expect.stringMatching(/^1 hidden passage/)])
  })

  test('lines across the text', async () => {
    const line = (name: string, size: string) =>
      `<text:p><${name} text:anchor-type="as-char" ${size}><text:p/></${name}></text:p>`
    const { text, findings } = await odt({
      body:
        odtParagraph('One.') +
        line('draw:rect', 'svg:width="6.5in" svg:height="0.02in"') +
        odtParagraph('Two.') +
        line('draw:line', 'svg:x1="0cm" svg:y1="1cm" svg:x2="9cm" svg:y2="1cm"') +
        odtParagraph('Three.') +
        line('draw:rect', 'svg:width="3cm" svg:height="3cm"'),
    })
    expect(text).toBe('<p>One.</p><hr/><p>Two.</p><hr/><p>Three.</p>')
    expect(findings).toEqual([expect.stringMatching(/^1 chart or drawing/)])
  })

  test('lists whose styles have one level, and paragraphs of items with a sign that is not seen', async () => {
    const list = (name: string, level: string) => `<text:list-style style:name="${name}">${level}</text:list-style>`
    const items = (name: string, content: string) =>
      `<text:list text:style-name="${name}"><text:list-item>${content}</text:list-item></text:list>`
    const { text } = await odt({
      automatic:
        list('X1', '<text:list-level-style-bullet text:level="1" text:bullet-char="•"/>') +
        list('X2', '<text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix="."/>') +
        list('X3', '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>') +
        list('X4', '<text:list-level-style-bullet text:level="1" text:bullet-char=" "/>'),
      body:
        items('X1', odtParagraph('out') + items('X2', odtParagraph('in'))) +
        odtParagraph('Between.') +
        items('X3', odtParagraph('one')) +
        items('X4', odtParagraph('goes on')),
    })
    expect(text).toBe(
      '<ul><li>out<ol type="a"><li>in</li></ol></li></ul><p>Between.</p><ol><li><p>one</p><p>goes on</p></li></ol>',
    )
  })
})

test('words that ask the author to fill in a place are left out, and those that were filled in stay', async () => {
  const control = (words: string, more = '') =>
    `<loext:content-control xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" ${more}>${words}</loext:content-control>`
  const { text, findings } = await odt({
    body:
      odtParagraph(`By ${control('Choose an item.', 'loext:showing-place-holder="true"')}me.`) +
      odtParagraph(`For ${control('Ada', 'loext:alias="Name"')}.`) +
      odtParagraph(control('Now', 'loext:showing-place-holder="false"')),
  })
  expect(text).toBe('<p>By me.</p><p>For Ada.</p><p>Now</p>')
  expect(findings).toEqual(['1 place that nobody filled in was left out, with the words that ask for it.'])
})

test('text that runs from top to bottom is told of', async () => {
  const layout = (mode: string) =>
    `<style:page-layout style:name="P"><style:page-layout-properties style:writing-mode="${mode}"/></style:page-layout>`
  const told = 'The text runs from top to bottom in the file. In the book its lines run across the page.'
  expect((await odt({ body: odtParagraph('縦に。'), automatic: layout('tb-rl') })).findings).toContain(told)
  expect((await odt({ body: odtParagraph('横に。'), automatic: layout('lr-tb') })).findings).not.toContain(told)
})

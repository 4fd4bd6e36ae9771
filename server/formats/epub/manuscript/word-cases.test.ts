import { describe, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { PNG } from '#server/testing/book-form.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, type DocxPlan, field, heading, noteMark, paragraph, picture, run } from './testing-docx.ts'

const convert = async (bytes: Buffer, words = {}) => {
  const { epub, findings } = await convertManuscript({ fileName: 'a.docx', bytes, words })
  const zip = await openZip(Buffer.from(epub))
  const bodies = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(zip.read(name)?.toString() ?? '')?.[1] ??
        '',
    )
  return { findings, bodies, text: bodies.join(''), title: zip.read('EPUB/title.xhtml')?.toString() ?? '' }
}
const word = (plan: DocxPlan, words = {}) => convert(aDocx(plan), words)
const listed = (text: string, list: number, level = 0) =>
  paragraph(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const listedRuns = (runs: string, list: number) =>
  paragraph(runs, '', `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`)
const list = (id: number, levels: string[], more = '') =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${more}</w:num>`
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const override = (at: number, own: string) => `<w:lvlOverride w:ilvl="${at}">${own}</w:lvlOverride>`

/** A file of the cases, what has to be in its book, and what may not. */
const CASES: [file: string, within: (string | RegExp)[], without?: (string | RegExp)[]][] = [
  [
    'd1-list-kind-overridden',
    ['<li>first numbered<ul><li>inner bullet</li></ul></li>', '<li>outer bullet<ol type="a"><li>inner number one</li>'],
  ],
  [
    'd2-bookmark-before-heading',
    [/<a href="c2\.xhtml#p\d">the second chapter<\/a>/, /<h1 id="h2"><span id="p\d"\/>Second/],
  ],
  ['d4-raised-and-lowered', ['10<sup>5</sup> litres of H<sub>2</sub>O.']],
  [
    'd7-languages',
    ['<p lang="fr-FR" xml:lang="fr-FR">Une phrase', 'lang="ar-EG"', '<span lang="de-DE" xml:lang="de-DE">Fähre</span>'],
  ],
  ['d12-object-with-picture', ['We know that <img src="picture1.png" alt=""/>.']],
  [
    'd14-looks',
    [
      '<span class="small-caps">Small</span>',
      '<span class="caps">caps</span>',
      '<u>under</u>',
      '<mark>high</mark>',
      '<s>dstrike</s>',
      '<code>mono</code>',
      '<span class="red">colour</span>',
    ],
  ],
  ['d15-picture-title-only', ['alt="A boat by its title"', 'alt="Second title"', 'alt="Described"']],
  ['d16-clauses', ['<span class="label">1.1</span> departs daily', '<span class="label">1.2</span>']],
  ['d17-checkbox-bullets', ['<span class="label">☐</span> open task', '<span class="label">☒</span> done task']],
  ['d18-heading-number-words', ['Chapter One: The Ford', 'Chapter Two: The Mill']],
  [
    'd21-page-break-as-scene',
    ['<p>Last line of the letter.</p><p class="new-page">New page begins.</p><p class="new-page">Another'],
  ],
  [
    'd28-link-field-with-anchor',
    [
      'href="https://example.org/page#part"',
      'href="https://example.org/x">with a tip',
      'href="https://example.org/y">',
      'href="https://example.org/z">',
      /<a href="#p\d">a cross reference/,
      'href="https://example.org/s">simple',
    ],
    ['%22', '%20'],
  ],
  ['d29-fields-without-result', ['Item ③ and reading <ruby>漢<rt>かん</rt></ruby>字 and symbol α end.']],
  ['d30-empty-headings', ['One', 'Two'], [/<h1[^>]*>\s*<\/h1>/]],
  ['d31-fallback-picture', ['<img src="picture1.png" alt="The picture of the chart"/>']],
  ['d33-small-things', ['Date‑line\tright part'], ['lineright']],
  [
    'r22-breaks',
    [
      '<p>page:one</p><p class="new-page">two</p>',
      'column:one<br/>two',
      'ptab:one\ttwo',
      '<p class="new-page">after section</p>',
      '<p>same run</p><p class="new-page">next page</p>',
    ],
  ],
]

test.skipIf(!hasCases).each(CASES)('%s is in the book as its author sees it', async (file, within, without = []) => {
  const { text } = await convert(caseFile(`${file}.docx`))
  for (const one of within)
    expect(text).toMatch(typeof one === 'string' ? new RegExp(one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : one)
  for (const one of without) expect(text).not.toMatch(one)
})

describe('the title', () => {
  const scenes = heading('Chapter One: The Ford') + paragraph('Words.') + heading('Morning', 2) + paragraph('More.')

  test.skipIf(!hasCases)('is not a chapter with scenes', async () => {
    const bytes = caseFile('d5-first-chapter-with-scenes.docx')
    for (const words of [{}, { title: 'The Ferry' }])
      expect((await convert(bytes, words)).text).toMatch(/<h1[^>]*>Chapter One: The Ford<\/h1>.*<h2[^>]*>Morning/)
  })
  test('is a heading that says the same, which is left out of the text', async () => {
    const body = heading('The Ferry') + paragraph('Words.') + heading('Morning', 2) + paragraph('More.')
    expect((await word({ body }, { title: 'the ferry.' })).text).not.toContain('The Ferry')
    expect((await word({ body }, { title: 'The Mill' })).text).toContain('The Ferry')
    expect((await word({ body, core: '<dc:title>The Mill</dc:title>' })).text).toContain('The Ferry')
    expect((await word({ body: scenes }, { title: 'Chapter One: The Ford' })).text).not.toContain('Chapter One')
  })
  test.skipIf(!hasCases)('has the date below it', async () => {
    const { title, bodies } = await convert(caseFile('d9-date-paragraph.docx'))
    expect(title).toContain('<p class="date">6 May 2024</p>')
    expect(bodies).toHaveLength(2)
  })
})

describe('lists', () => {
  test('have the kind that their own definition gives them', async () => {
    const numbering =
      list(8, [level(0, 'decimal', '%1.'), level(1, 'bullet', '•')], override(0, level(0, 'upperRoman', '%1.'))) +
      list(9, [level(0, 'bullet', '•')], override(0, level(0, 'decimal', '%1)')))
    const { text } = await word({
      numbering,
      body: listed('a', 8) + listed('b', 8, 1) + paragraph('x') + listed('c', 9),
    })
    expect(text).toBe('<ol type="I"><li>a<ul><li>b</li></ul></li></ol><p>x</p><ol><li>c</li></ol>')
  })
  test('go on after a paragraph that shows no sign', async () => {
    const numbering = list(8, [level(0, 'bullet', ' '), level(1, 'bullet', '')])
    const body = listed('one', 2) + listed('goes on', 8) + listed('two', 2) + listed('deep', 2, 1) + listed('on', 8, 1)
    expect((await word({ numbering, body })).text).toBe(
      '<ol><li><p>one</p><p>goes on</p></li><li>two<ol><li><p>deep</p><p>on</p></li></ol></li></ol>',
    )
  })
  test('have numbers that XHTML can not count, and say where they are others', async () => {
    const numbering =
      list(8, [level(0, 'ordinal', '%1')]) +
      list(9, [level(0, 'hebrew1', '%1.')]) +
      list(10, [level(0, 'bahtText', '%1')])
    const { text, findings } = await word({
      numbering,
      body: listed('a', 8) + listed('b', 8) + paragraph('x') + listed('c', 9) + paragraph('y') + listed('d', 10),
    })
    expect(text).toContain('<span class="label">1st</span> a</li><li><span class="label">2nd</span> b')
    expect(text).toContain('<span class="label">א.</span> c')
    expect(findings).toEqual([expect.stringMatching(/^1 automatic number of an item of a list/)])
  })
})

test.each([
  ['☐', '', '☐'],
  ['\uF0A8', 'Wingdings', '☐'],
  ['\uF0FE', 'Wingdings', '☑'],
  ['\uF0FD', 'Wingdings', '☒'],
  ['\uF052', 'Wingdings 2', '☑'],
  ['\uF0B7', 'Symbol', undefined],
  ['\uF0A7', 'Wingdings', undefined],
])('signs of lists of tasks are kept, others are left to the reader: %s of %s', async (sign, font, shown) => {
  const own = font && `<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr>`
  const { text } = await word({ numbering: list(8, [level(0, 'bullet', sign, own)]), body: listed('a', 8) })
  expect(text).toBe(
    shown === undefined
      ? '<ul><li>a</li></ul>'
      : `<ul class="labelled"><li><span class="label">${shown}</span> a</li></ul>`,
  )
})

describe('fields', () => {
  test('are read with their switches, in any order', async () => {
    const { text } = await word({
      body: paragraph(
        field('HYPERLINK "https://example.org/a b" \\o "A \\"tip\\"" \\l "part"', 'one') +
          field('HYPERLINK \\l "bm" \\o "x"', 'two') +
          field('HYPERLINK \\t "_blank" "https://example.org/?q=a\\\\b"', 'three') +
          '<w:bookmarkStart w:id="1" w:name="bm"/>',
      ),
    })
    expect(text).toContain('<a href="https://example.org/a%20b#part">one</a>')
    expect(text).toMatch(/<a href="#p\d">two<\/a>/)
    expect(text).toMatch(/<a href="https:\/\/example\.org\/\?q=a(?:\\|%5C)b">three/)
  })
  test('that hold their words show them', async () => {
    const bare = (instruction: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const { text } = await word({
      body: paragraph(
        bare('SYMBOL 0x263A \\u') +
          bare('EQ \\f(1,2)') +
          bare('eq \\o\\ac(□,印)') +
          bare('EQ \\o\\ad(\\s\\up 8(よ),読)') +
          bare('DATE'),
      ),
    })
    expect(text).toBe('<p>☺1/2□印<ruby>読<rt>よ</rt></ruby></p>')
  })
})

describe('fields of several parts', () => {
  const sign = (type: string, inside = '') => `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`
  const said = (words: string) => `<w:r><w:instrText xml:space="preserve"> ${words} </w:instrText></w:r>`

  test.each([
    ['a condition on another field', said('IF') + field('MERGEFIELD Age', '5') + said('= 5 "yes" "no"'), 'yes', 'yes'],
    ['a condition that shows another field', said('IF 1 = 1'), field('MERGEFIELD Name', 'Ada'), 'Ada'],
    [
      'a link to what another field says',
      said('HYPERLINK') + field('QUOTE x', 'https://example.org/'),
      'there',
      '>there<',
    ],
  ])('show what they show, not what they ask: %s', async (_, asked, result, expected) => {
    const shown = result.startsWith('<') ? result : run(result)
    const { text } = await word({
      body: paragraph(run('So ') + sign('begin') + asked + sign('separate') + shown + sign('end') + run('.')),
    })
    expect(text.replace(/<\/?(?:p|a)\b[^>]*>/g, (tag) => (expected.startsWith('>') ? tag : ''))).toMatch(
      new RegExp(`So (?:<a [^>]*)?${expected}(?:/a>)?\\.`),
    )
  })

  const asks = (words: string) => sign('begin') + said(words) + sign('end')

  test('that count show their numbers, which Word does not write', async () => {
    const numbering = list(8, [level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '(%2)')])
    const { text } = await word({
      numbering,
      body:
        paragraph(run('a ') + asks('LISTNUM') + run(' b ') + asks('LISTNUM')) +
        paragraph(asks('LISTNUM \\l 2 \\s 3') + run(' ') + asks('LISTNUM OutlineDefault')) +
        listedRuns(run('c ') + asks('LISTNUM') + run(' d ') + asks('LISTNUM'), 8) +
        listedRuns(run('e ') + asks('LISTNUM'), 8),
    })
    expect(text).toBe('<p>a 1) b 2)</p><p>c) I.</p><ol><li>c (a) d (b)</li><li>e (a)</li></ol>')
  })
  test('that count captions show the numbers that a library did not write', async () => {
    const caption = (content: string) => paragraph(run('Figure ') + content)
    const simple = '<w:fldSimple w:instr="SEQ Figure \\* ROMAN \\* MERGEFORMAT"/>'
    const { text } = await word({
      body: [asks('SEQ Figure'), field('SEQ Figure', '2'), asks('SEQ Figure \\c'), simple, asks('SEQ Table \\r 7')]
        .map(caption)
        .join(''),
    })
    expect(text.match(/Figure \w+/g)).toEqual(['Figure 1', 'Figure 2', 'Figure 2', 'Figure III', 'Figure 7'])
  })
  test('of MathType number an equation and lead to it', async () => {
    const inCode = (instruction: string, words: string) =>
      sign('begin') + said(instruction) + sign('separate') + said(words) + sign('end')
    const number =
      `${sign('begin')}${said('MACROBUTTON MTPlaceRef \\* MERGEFORMAT')}${asks('SEQ MTEqn \\h \\* MERGEFORMAT')}` +
      `<w:bookmarkStart w:id="1" w:name="ZEqnNum1"/>${said('(')}${inCode('SEQ MTEqn \\c', '4')}${said(')')}${sign('end')}`
    const section = asks('MACROBUTTON MTEditEquationSection2 Equation Section 1').replaceAll(
      '<w:r>',
      '<w:r><w:rPr><w:vanish/></w:rPr>',
    )
    const led = `${sign('begin')}${said('GOTOBUTTON ZEqnNum1 \\* MERGEFORMAT')}${inCode('REF ZEqnNum1 \\! \\* MERGEFORMAT', '(4)')}${sign('end')}`
    const { text } = await word({ body: paragraph(section + run('E') + number) + paragraph(run('See ') + led) })
    expect(text).toMatch(/<p>E<span id="(p\d)"\/>\( *4 *\)<\/p><p>See <a href="#\1">\(4\)<\/a><\/p>/)
  })
  test('that ask for words are left out where nobody wrote them', async () => {
    const { text, findings } = await word({ body: paragraph(run('To ') + asks('MACROBUTTON NoMacro [Name]')) })
    expect(text).toBe('<p>To </p>')
    expect(findings).toEqual([expect.stringContaining('1 place that nobody filled in')])
  })

  const entries = ['red', 'blue'].map((entry) => `<w:listEntry w:val="${entry}"/>`).join('')
  test.each([
    [`<w:ddList><w:result w:val="1"/>${entries}</w:ddList>`, 'blue'],
    [`<w:ddList><w:default w:val="1"/>${entries}</w:ddList>`, 'blue'],
    [`<w:ddList>${entries}</w:ddList>`, 'red'],
  ])('show the entry of a form that was chosen: %s', async (list, chosen) => {
    const asked = sign('begin', `<w:ffData>${list}</w:ffData>`) + said('FORMDROPDOWN') + sign('separate') + sign('end')
    expect((await word({ body: paragraph(run('A ') + asked + run(' boat.')) })).text).toBe(`<p>A ${chosen} boat.</p>`)
  })

  const contents = (last: string) =>
    paragraph(sign('begin') + said('TOC \\o "1-3"') + sign('separate') + run('The ford 1')) +
    paragraph(field('HYPERLINK \\l "x"', `The mill ${field('PAGEREF x', '2')}`)) +
    last
  test.each([
    ['and ends by itself', paragraph(sign('end'))],
    ['and ends in its last line', paragraph(run('The end 3') + sign('end'))],
    ['whose lines have a style', paragraph('The end 3', 'Verzeichnis1') + paragraph(sign('end'))],
  ])('hold a table of contents that %s', async (_, last) => {
    const { text, findings } = await word({ body: paragraph('Before.') + contents(last) + paragraph('After.') })
    expect(text).toBe('<p>Before.</p><p>After.</p>')
    expect(findings).toEqual([expect.stringMatching(/^The table of contents was left out/)])
  })
  test('that never end take no time', async () => {
    const begun = process.cpuUsage()
    const many = paragraph(sign('begin') + said('TOC') + sign('separate') + run('x')).repeat(5_000)
    expect((await word({ body: many })).text).toContain('x')
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(10_000)
  })
  test('hold no table of contents where they have no end, or other words', async () => {
    expect((await word({ body: contents('') + paragraph('After.') })).text).toContain('The ford 1')
    expect((await word({ body: contents(paragraph(sign('end') + run('After.'))) })).text).toBe('<p>After.</p>')
  })
})

describe('paragraphs that go on in the next one', () => {
  const gone = '<w:rPr><w:del w:id="1"/></w:rPr>'
  const cells = '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>'
  test.each([
    ['words', paragraph('More.'), '<p>Words. More.</p>'],
    ['a table', cells + paragraph('More.'), '<p>Words. </p><table><tr><td/></tr></table><p>More.</p>'],
    ['a control', `<w:sdt><w:sdtContent>${paragraph('More.')}</w:sdtContent></w:sdt>`, '<p>Words. </p><p>More.</p>'],
    ['a mark and words', '<w:bookmarkEnd w:id="9"/>' + paragraph('More.'), '<p>Words. More.</p>'],
  ])('where their end is deleted: before %s', async (_, next, shown) => {
    expect((await word({ body: paragraph('Words. ', '', gone) + next })).text).toBe(shown)
  })
  test('are no gap where they were moved away', async () => {
    const moved =
      '<w:p><w:pPr><w:rPr><w:moveFrom w:id="1"/></w:rPr></w:pPr><w:moveFrom w:id="2"><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>'
    expect((await word({ body: paragraph('One.') + moved + paragraph('Two.') + paragraph('Three.') })).text).toBe(
      '<p>One.</p><p>Two.</p><p>Three.</p>',
    )
  })
})

test('a note keeps its own mark, and the others their numbers', async () => {
  const starred = (sign: string, id: number) =>
    `<w:r><w:footnoteReference w:customMarkFollows="1" w:id="${id}"/><w:t>${sign}</w:t></w:r>`
  const { text } = await word({
    body: paragraph(run('A') + starred('*', 1) + run(' b') + noteMark('footnote', 2) + run(' c') + starred('†', 3)),
    footnotes: { 1: paragraph('* Starred.'), 2: paragraph('Plain.'), 3: paragraph('Without its mark.') },
  })
  expect(text).toMatch(
    /A<sup><a id="ref1" href="#fn1"[^>]*>\*<\/a><\/sup> b<sup><a id="ref2"[^>]*>1<\/a><\/sup> c<sup><a id="ref3"[^>]*>†</,
  )
  expect(text).toMatch(/>\*<\/a> Starred\..*>1<\/a> Plain\..*>†<\/a> Without its mark\./)
})

test.each([
  ['<m:sty m:val="p"/>', 'sin', '<mi>sin</mi>'],
  ['<m:sty m:val="p"/>', '2d', '<mn>2</mn><mi mathvariant="normal">d</mi>'],
  ['', 'ab', '<mi>a</mi><mi>b</mi>'],
  ['<m:scr m:val="double-struck"/>', 'R', '<mi>ℝ</mi>'],
  ['<m:scr m:val="double-struck"/><m:sty m:val="p"/>', 'A', '<mi>𝔸</mi>'],
  ['<m:scr m:val="script"/>', 'Lx', '<mi>ℒ</mi><mi>𝓍</mi>'],
  ['<m:scr m:val="fraktur"/>', 'g', '<mi>𝔤</mi>'],
  ['<m:sty m:val="b"/>', 'v=0', '<mi>𝐯</mi><mo>=</mo><mn>0</mn>'],
  ['<m:nor/>', 'if so', '<mtext>if so</mtext>'],
])('letters of a formula in %s are what they are: %s', async (properties, letters, shown) => {
  const { text, findings } = await word({
    body: paragraph(`<m:oMath><m:r><m:rPr>${properties}</m:rPr><m:t>${letters}</m:t></m:r></m:oMath>`),
  })
  expect(text).toBe(`<p><math xmlns="http://www.w3.org/1998/Math/MathML">${shown}</math></p>`)
  expect(findings).toEqual([])
})

test('signs of fonts are signs of Unicode', async () => {
  const { text } = await word({
    body: paragraph(
      run('\uF061', '<w:rFonts w:ascii="Symbol"/>') +
        run('\uF04A', '<w:rFonts w:ascii="Wingdings"/>') +
        run('\uF061') +
        '<w:r><w:sym w:font="MS Gothic" w:char="2612"/></w:r>',
    ),
  })
  expect(text).toBe('<p>α☺\uF061☒</p>')
})

describe('paragraphs', () => {
  const border = '<w:pBdr><w:bottom w:val="single"/></w:pBdr>'
  const line = '<w:style w:type="paragraph" w:styleId="HL"><w:name w:val="Horizontal Line"/></w:style>'

  test('without words and with a line are a break between scenes, wherever they stand', async () => {
    const body =
      heading('One') + paragraph('', 'HL') + paragraph('Said.', 'Zitat') + paragraph('', '', border) + paragraph('x')
    const { text } = await word({ styles: line, body })
    expect(text).toBe('<h1 id="h1">One</h1><hr/><blockquote><p>Said.</p></blockquote><hr/><p>x</p>')
  })
  const sideOf = (side: string) => `<w:${side} w:val="single" w:sz="6" w:space="1" w:color="auto"/>`
  const lined = (words: string, ...sides: string[]) =>
    paragraph(words, '', `<w:pBdr>${sides.map(sideOf).join('')}</w:pBdr>`)
  test.each([
    ['below one', lined('One.', 'bottom') + paragraph('') + paragraph('Two.'), '<p>One.</p><hr/><p>Two.</p>'],
    ['above one', paragraph('One.') + lined('Two.', 'top'), '<p>One.</p><hr/><p>Two.</p>'],
    [
      'below two',
      lined('One.', 'bottom') + lined('Two.', 'bottom') + paragraph('Three.'),
      '<p>One.</p><p>Two.</p><hr/><p>Three.</p>',
    ],
    ['above the first', lined('One.', 'top') + paragraph('Two.'), '<p>One.</p><p>Two.</p>'],
    ['around one', lined('One.', 'top', 'left', 'bottom', 'right') + paragraph('Two.'), '<p>One.</p><p>Two.</p>'],
    ['before a heading', lined('One.', 'bottom') + heading('Two'), '<p>One.</p><h1 id="h1">Two</h1>'],
  ])('with a line %s, as Word makes it of hyphens, are parted by it', async (_, body, expected) => {
    expect((await word({ body })).text).toBe(expected)
  })

  test('of terms and what they mean are a list of definitions, and code is code by whatever name', async () => {
    const style = (id: string, name: string, type = 'paragraph') =>
      `<w:style w:type="${type}" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    const { text, findings } = await word({
      styles:
        style('T', 'Definition Term') +
        style('D', 'Definition') +
        style('C', 'Source_Text', 'character') +
        style('F', 'First Paragraph'),
      body:
        paragraph('Ford', 'T') +
        paragraph('A way.', 'D') +
        paragraph('Mill', 'T') +
        paragraph(run('x', '<w:rStyle w:val="C"/>'), 'F'),
    })
    expect(text).toBe('<dl><dt>Ford</dt><dd>A way.</dd><dt>Mill</dt></dl><p><code>x</code></p>')
    expect(findings).toEqual([])
  })
  test('of verse keep how far their lines are moved in', async () => {
    const { text } = await word({
      body: `<w:p><w:r><w:t>The mill</w:t><w:br/><w:t xml:space="preserve">  turns</w:t><w:br/><w:tab/><w:t>round</w:t></w:r></w:p>${paragraph('   and round')}${paragraph('Words.').repeat(3)}`,
    })
    expect(text).toBe(
      '<p>The mill<br/>\u00a0\u00a0turns<br/>\u00a0\u00a0\u00a0\u00a0round</p><p>\u00a0\u00a0\u00a0and round</p><p>Words.</p><p>Words.</p><p>Words.</p>',
    )
  })
  test('have the italics of their style, but a heading its own looks', async () => {
    const style = (id: string, name: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:i/><w:color w:val="2F5496"/></w:rPr></w:style>`
    const { text } = await word({
      styles: style('L', 'Letter') + style('H', 'heading 1'),
      body: paragraph('Dear', 'H') + paragraph(run('Ada, ') + run('no', '<w:i w:val="0"/>'), 'L'),
    })
    expect(text).toContain(
      '<h1 id="h1">Dear</h1><p><em><span class="blue">Ada, </span></em><span class="blue">no</span></p>',
    )
  })
})

test('a bookmark of a blank paragraph or before a table leads to what follows', async () => {
  const target = (name: string) => `<w:bookmarkStart w:id="1" w:name="${name}"/>`
  const { bodies } = await word({
    body:
      heading('One') +
      paragraph(
        `<w:hyperlink w:anchor="a">${run('to two')}</w:hyperlink><w:hyperlink w:anchor="b">${run('to it')}</w:hyperlink>`,
      ) +
      paragraph(`<w:r>${target('a')}</w:r>`) +
      heading('Two') +
      target('b') +
      '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
  })
  expect(bodies[0]).toMatch(/<a href="c2\.xhtml#p\d">to two<\/a><a href="c2\.xhtml#p\d">to it<\/a>/)
})

test('a picture is shown that another program put beside what can not be', async () => {
  const alternative = (choice: string, fallback: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="cx1">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`
  const old = '<w:pict><v:shape alt="Old"><v:imagedata r:id="a.png"/></v:shape></w:pict>'
  const chart = '<w:drawing><wp:inline><a:graphic><c:chart/></a:graphic></wp:inline></w:drawing>'
  const { text, findings } = await word({
    media: { 'a.png': PNG },
    body: paragraph(alternative(chart, old)) + paragraph(run('x') + alternative(chart, chart)),
  })
  expect(text).toBe('<p><img src="picture1.png" alt="Old"/></p><p>x</p>')
  expect(findings).toEqual([expect.stringMatching(/^1 chart or drawing/)])
})

describe('chapters that only look like some', () => {
  const page = '<w:r><w:br w:type="page"/></w:r>'
  const title = (words: string, before = '') =>
    `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${before}${run(words, '<w:b/>')}</w:p>`
  const told = (count: number) => expect.stringMatching(new RegExp(`^${count} lines look like the titles of chapters`))

  test.skipIf(!hasCases)('are told, and are chapters if the author says so', async () => {
    const bytes = caseFile('d20-chapters-without-heading-styles.docx')
    expect(await convert(bytes)).toMatchObject({ findings: [told(3)], bodies: { length: 1 } })
    const { bodies, findings } = await convert(bytes, { chaptersByLooks: true })
    expect(bodies.map((body) => /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1])).toEqual([
      'Chapter One',
      'Chapter Two',
      'Chapter Three',
    ])
    expect(findings).toEqual([])
  })
  test('are not the title page, nor what stands in the middle of a page', async () => {
    const body =
      title('The Ferry') +
      title('by Ida Fenn') +
      title('Dusk', page) +
      paragraph('Words.') +
      title('* * *') +
      title('Later') +
      paragraph('More.') +
      title('Dawn', page) +
      paragraph('Words.')
    expect((await word({ body })).findings).toEqual([told(2)])
    expect((await word({ body }, { chaptersByLooks: true })).bodies).toHaveLength(3)
  })
  test('are not looked for where there are headings, and stay chapters when one is added', async () => {
    expect(
      (
        await word({
          body: heading('One') + title('Dusk', page) + paragraph('x') + title('Dawn', page) + paragraph('x'),
        })
      ).findings,
    ).toEqual([])
    const bytes = aDocx({ body: title('Dusk') + paragraph('x') + title('Dawn', page) + paragraph('y') })
    const first = await convertManuscript({ fileName: 'a.docx', bytes, words: { chaptersByLooks: true } })
    const again = await convertManuscript({ fileName: 'a.zip', bytes: Buffer.from(first.manuscript ?? []), words: {} })
    expect(Buffer.from(again.epub).equals(Buffer.from(first.epub))).toBe(true)
  })
})

describe('what LibreOffice and pandoc write', () => {
  test('keeps a paragraph in the item that it belongs to', async () => {
    const inItem = paragraph('more', '', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>')
    const { text } = await word({ body: listed('one', 2) + inItem + listed('two', 2) + paragraph('x') + inItem })
    expect(text).toBe('<ol><li><p>one</p><p>more</p></li><li>two</li></ol><p>x</p><p>more</p>')
  })
  test('shows the words of a reference that holds none', async () => {
    const empty = field('REF bm \\h', '').replace(run(''), '')
    const { text } = await word({
      body:
        paragraph(`<w:bookmarkStart w:id="1" w:name="bm"/>${run('The ford')}<w:bookmarkEnd w:id="1"/>`) +
        paragraph(`${run('See ')}${empty}${run('.')}`),
    })
    expect(text).toMatch(/<p>See <a href="#p\d">The ford<\/a>\.<\/p>/)
  })
  test('has notes without the blanks that follow their numbers, and marks no letters as of a language that has others', async () => {
    const { text } = await word({
      body: paragraph(run('A') + noteMark('footnote', 1) + run(' שלום', '<w:rtl/><w:lang w:bidi="ar-SA"/>')),
      footnotes: { 1: paragraph('<w:r><w:footnoteRef/></w:r><w:r><w:tab/><w:t>Note.</w:t></w:r>') },
    })
    expect(text).toContain('role="doc-backlink">1</a> Note.</p>')
    expect(text).not.toContain('ar-SA')
  })
})

test.each([
  ['<w:rtl/><w:lang w:val="ar"/>', 'كلمة', 'lang="ar"'],
  ['<w:rtl/><w:lang w:val="fr-FR" w:bidi="he-IL"/>', 'מילה', 'lang="he-IL"'],
  ['<w:lang w:val="fr-FR"/>', 'mot', 'lang="fr-FR"'],
])('a run of %s is in the language that is said of it', async (properties, value, shown) => {
  const { text } = await word({
    language: 'en-GB',
    body: paragraph(run('One word ') + run(value, properties) + run(' is here.')),
  })
  expect(text).toContain(shown)
})

test.each([
  ['<w:lang w:bidi="ta-IN"/>', 'தமிழ்', ' lang="ta-IN"'],
  ['<w:cs/><w:lang w:bidi="bn-BD"/>', 'বাংলা', ' lang="bn-BD"'],
  ['<w:lang w:val="km"/>', 'ខ្មែរ', ' lang="km"'],
  ['', 'ગુજરાતી', ''],
  ['<w:cs/>', 'ไทย', ''],
  ['<w:lang w:bidi="ar-SA"/>', 'ಕನ್ನಡ', ''],
])(
  'letters of India and Southeast Asia with %s are in no language but their own: %s',
  async (properties, value, lang) => {
    const french = paragraph(run('Une phrase en français.', '<w:lang w:val="fr-FR"/>'))
    const { text } = await word({ language: 'en-GB', body: french + paragraph(run(value, properties)) })
    expect(text.replaceAll(/ xml:lang="[^"]*"/g, '')).toContain(`<p${lang}>${value}</p>`)
  },
)

test.each([
  ['<w:bCs/><w:rtl/>', 'שלום', '<strong>שלום</strong>'],
  ['<w:iCs/><w:rtl/>', 'سلام', '<em>سلام</em>'],
  ['<w:b/><w:bCs/><w:rtl/>', 'שלום', '<strong>שלום</strong>'],
  ['<w:bCs w:val="0"/><w:rtl/>', 'שלום', 'שלום'],
  ['<w:bCs/><w:iCs/>', 'word', 'word'],
])('text from the right is bold or italic by what is said of its letters: %s', async (properties, value, shown) => {
  const { text } = await word({ body: paragraph(run('A ') + run(value, properties)) })
  expect(text.replaceAll(/<\/?(?:p|span)\b[^>]*>/g, '')).toBe(`A ${shown}`)
})

describe('what is hidden', () => {
  const hidden = (inside: string) => `<w:r><w:rPr><w:vanish/></w:rPr>${inside}</w:r>`
  const mark = '<w:rPr><w:vanish/></w:rPr>'
  test('is left out with its notes and pictures, and its field shows its words', async () => {
    const { text, findings } = await word({
      media: { 'a.png': PNG },
      footnotes: { 1: paragraph('Secret.') },
      body: paragraph(
        run('Seen') +
          hidden('<w:footnoteReference w:id="1"/>') +
          hidden('<w:pict><v:shape><v:imagedata r:id="a.png"/></v:shape></w:pict>') +
          hidden('<w:tab/>') +
          hidden('<w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://example.org/"</w:instrText>') +
          hidden('<w:fldChar w:fldCharType="separate"/>') +
          run('there') +
          '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
      ),
    })
    expect(text).toBe('<p>Seen<a href="https://example.org/">there</a></p>')
    expect(findings).toEqual([expect.stringMatching(/^2 hidden passages/)])
  })
  test.each([
    [
      'a paragraph',
      paragraph('One.') + paragraph(hidden('<w:t>x</w:t>'), '', mark),
      '<p>One.</p><p>Two.</p><p>Three.</p>',
    ],
    [
      'an item',
      listed('a', 2) +
        paragraph(hidden('<w:t>x</w:t>'), '', `<w:numPr><w:numId w:val="2"/></w:numPr>${mark}`) +
        listed('b', 2),
      '<ol><li>a</li><li>b</li></ol><p>Two.</p><p>Three.</p>',
    ],
    ['a heading', paragraph(hidden('<w:t>x</w:t>'), 'berschrift1', mark), '<p>Two.</p><p>Three.</p>'],
    ['the end of a line alone', paragraph('One.', '', mark), '<p>One.</p><p>Two.</p><p>Three.</p>'],
  ])('is no gap and no number: %s', async (_, content, shown) => {
    expect((await word({ body: content + paragraph('Two.') + paragraph('Three.') })).text).toBe(shown)
  })
})

describe('a table whose head is said of its first row', () => {
  const cell = (words: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(words)}</w:tc>`
  const head = (cells: string) => `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cells}</w:tr>`
  const merged = (value: string) => `<w:vMerge w:val="${value}"/>`
  const second = `<w:tr>${cell('', merged('continue'))}${cell('May')}${cell('June')}</w:tr>`
  const last = `<w:tr>${cell('Ford')}${cell('1')}${cell('2')}</w:tr>`
  test('keeps the columns below a cell that reaches into the second', async () => {
    const first = head(cell('Name', merged('restart')) + cell('Boats', '<w:gridSpan w:val="2"/>'))
    expect((await word({ body: `<w:tbl>${first}${second}${last}</w:tbl>` })).text).toBe(
      '<table><tr><th rowspan="2"><p>Name</p></th><th colspan="2"><p>Boats</p></th></tr>' +
        '<tr><td><p>May</p></td><td><p>June</p></td></tr><tr><td><p>Ford</p></td><td><p>1</p></td><td><p>2</p></td></tr></table>',
    )
  })
  test('has a head of both rows where both are said to be, and of one where no cell reaches below', async () => {
    const first = head(cell('Name', merged('restart')) + cell('Boats', '<w:gridSpan w:val="2"/>'))
    const both = first + second.replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>') + last
    expect((await word({ body: `<w:tbl>${both}</w:tbl>` })).text).toMatch(
      /^<table><thead><tr><th rowspan="2">.*June<\/p><\/th><\/tr><\/thead><tbody>/,
    )
    const one = head(cell('Name') + cell('May') + cell('June')) + last
    expect((await word({ body: `<w:tbl>${one}</w:tbl>` })).text).toContain('June</p></th></tr></thead><tbody><tr>')
  })
})

describe('a picture that is a link', () => {
  const relationship = (target: string, mode: string) =>
    `<Relationship Id="go" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}" ${mode}/>`
  const EXTERNAL = 'TargetMode="External"'
  const image = '<img src="picture1.png" alt="A lamp"/>'
  test.each([
    ['https://example.org/a', EXTERNAL, `<a href="https://example.org/a">${image}</a>`],
    ['#here', '', /<a href="#p\d">/],
    ['javascript:alert(1)', EXTERNAL, `<p>${image}</p>`],
    ['media/b.docx', '', `<p>${image}</p>`],
  ])('leads to %s', async (target, mode, shown) => {
    const linked = picture('a.png', 'A lamp').replace(
      '/><a:graphic>',
      '><a:hlinkClick r:id="go"/></wp:docPr><a:graphic>',
    )
    const { text } = await word({
      media: { 'a.png': PNG },
      relationships: relationship(target, mode),
      body: paragraph(`<w:bookmarkStart w:id="1" w:name="here"/>${run('Here.')}`) + paragraph(linked),
    })
    if (typeof shown === 'string') expect(text).toContain(shown)
    else expect(text).toMatch(shown)
  })
})

const hideAll = ['Top', 'Bot', 'Left', 'Right'].map((side) => `<m:hide${side} m:val="1"/>`).join('')
test.each([
  ['borderBox', '', /<menclose notation="box"[^>]* class="math-box">/],
  [
    'borderBox',
    `${hideAll}<m:strikeBLTR m:val="on"/>`,
    /<menclose notation="updiagonalstrike" class="math-struck-up">/,
  ],
  [
    'borderBox',
    `${hideAll}<m:strikeH m:val="1"/><m:strikeTLBR m:val="0"/>`,
    /notation="horizontalstrike" class="math-struck"/,
  ],
  ['borderBox', '<m:hideTop m:val="1"/><m:hideLeft m:val="1"/>', /class="math-line-below math-line-after"/],
  ['borderBox', `${hideAll}<m:strikeV m:val="1"/>`, /class="math-struck-vertical"/],
  ['borderBox', hideAll, /<math[^>]*><mrow><mi>x<\/mi><\/mrow><\/math>/],
  ['phant', '', /<math[^>]*><mrow><mi>x<\/mi><\/mrow><\/math>/],
  ['phant', '<m:zeroAsc m:val="1"/>', /<math[^>]*><mrow><mi>x<\/mi><\/mrow><\/math>/],
  ['phant', '<m:show m:val="0"/>', /<mphantom>/],
  ['phant', '<m:show m:val="off"/>', /<mphantom>/],
])('a formula in a %s with %s shows what it says', async (name, properties, shown) => {
  const inside = `<m:${name}Pr>${properties}</m:${name}Pr><m:e><m:r><m:t>x</m:t></m:r></m:e>`
  expect((await word({ body: paragraph(`<m:oMath><m:${name}>${inside}</m:${name}></m:oMath>`) })).text).toMatch(shown)
})

test.each([
  ['in the text', '<w:subDoc r:id="x"/>'],
  ['in a paragraph', '<w:p><w:pPr/><w:subDoc r:id="x"/></w:p>'],
  ['as another kind of file', '<w:altChunk r:id="x"/>'],
])('a chapter that is a file beside a master document is told of: %s', async (_, inserted) => {
  const { text, findings } = await word({ body: heading('One') + inserted + paragraph('Words.') })
  expect(text).toBe('<h1 id="h1">One</h1><p>Words.</p>')
  expect(findings).toEqual(['1 document that is inserted as a file (in “One”) was left out.'])
})

test.each([
  ['nextPage', '', '<p class="new-page">Two.</p>'],
  ['continuous', '', '<p>Two.</p>'],
  [
    'nextPage',
    '<w:sectPrChange><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:sectPrChange>',
    '<p class="new-page">Two.</p>',
  ],
  ['continuous', '<w:sectPrChange><w:sectPr/></w:sectPrChange>', '<p>Two.</p>'],
])('a section begins as it says now, not as it said before a tracked change: %s %s', async (type, change, shown) => {
  const section = (of: string, more = '') => `<w:sectPr><w:type w:val="${of}"/>${more}</w:sectPr>`
  const { text } = await word({
    body: paragraph('One.', '', section('nextPage', change)) + paragraph('Two.', '', section(type)) + paragraph('x'),
  })
  expect(text).toContain(shown)
})

test.each([
  ['<w:em w:val="dot"/>', '<em class="dots">水</em>'],
  ['<w:em w:val="comma"/><w:b/>', '<strong><em class="dots">水</em></strong>'],
  ['<w:em w:val="none"/>', '水'],
])('dots beside letters stay: %s', async (properties, shown) => {
  const { text } = await word({ body: paragraph(run('山と') + run('水', properties) + run('。')) })
  expect(text).toBe(`<p>山と${shown}。</p>`)
})

test('many notes take no more time than their text', async () => {
  const notes = Array.from({ length: 2_000 }, (_, at) => at + 1)
  const words = run('Some words. ', '<w:i/>').repeat(4)
  const body = notes.map((id) => paragraph(words + noteMark('footnote', id))).join('')
  const footnotes = Object.fromEntries(notes.map((id) => [id, paragraph('A note.')]))
  const begun = process.cpuUsage()
  expect((await word({ body, footnotes })).text.match(/<aside/g)).toHaveLength(2_000)
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(6_000)
})

const charStyle = (properties: string) =>
  `<w:style w:type="character" w:styleId="S"><w:name w:val="S"/><w:rPr>${properties}</w:rPr></w:style>`
const OF_STYLE = '<w:rStyle w:val="S"/>'

test.each([
  ['<w:position w:val="6"/>', '', '10<sup>5</sup>'],
  ['<w:position w:val="-4"/>', '', '10<sub>5</sub>'],
  ['<w:position w:val="2"/>', '', '105'],
  ['<w:vertAlign w:val="subscript"/>', '', '10<sub>5</sub>'],
  ['<w:vertAlign w:val="baseline"/>', '', '105'],
  [OF_STYLE, '<w:position w:val="8"/>', '10<sup>5</sup>'],
])('letters are raised or lowered by %s', async (properties, ofStyle, shown) => {
  const body = paragraph(run('10') + run('5', properties))
  expect((await word({ styles: charStyle(ofStyle), body })).text).toBe(`<p>${shown}</p>`)
})

test.each([
  ['<w:dstrike/>', '', '<s>x</s>'],
  ['<w:u w:val="double"/>', '', '<u>x</u>'],
  ['<w:u w:val="none"/>', '', 'x'],
  ['<w:caps/>', '', '<span class="caps">x</span>'],
  ['<w:caps w:val="0"/>', '', 'x'],
  ['<w:highlight w:val="yellow"/>', '', '<mark>x</mark>'],
  ['<w:highlight w:val="none"/>', '', 'x'],
  ['<w:shd w:val="clear" w:fill="FFFF00"/>', '', '<mark>x</mark>'],
  ['<w:shd w:val="clear" w:fill="F7F7F8"/>', '', 'x'],
  ['<w:color w:val="C00000"/>', '', '<span class="red">x</span>'],
  ['<w:color w:val="0070C0"/>', '', '<span class="blue">x</span>'],
  ['<w:color w:val="262626"/>', '', 'x'],
  ['<w:color w:val="auto"/>', '', 'x'],
  ['<w:rFonts w:ascii="Consolas"/>', '', '<code>x</code>'],
  [OF_STYLE, '<w:smallCaps/>', '<span class="small-caps">x</span>'],
  [`${OF_STYLE}<w:smallCaps w:val="0"/>`, '<w:smallCaps/>', 'x'],
])('looks that matter are kept: %s', async (properties, ofStyle, shown) => {
  const body = paragraph(run('Some words and ') + run('x', properties))
  expect((await word({ styles: charStyle(ofStyle), body })).text).toBe(`<p>Some words and ${shown}</p>`)
})

test.each([
  ['', '<w:i/>', '<em>Ada</em>'],
  ['', '<w:b/><w:i/>', '<strong><em>Ada</em></strong>'],
  ['<w:i w:val="0"/>', '<w:i/>', 'Ada'],
  ['<w:rStyle w:val="Emphasis"/>', '<w:i/>', 'Ada'],
  ['<w:rStyle w:val="Emphasis"/>', '', '<em>Ada</em>'],
])(
  'text has the looks of its paragraph and of its own style, and both take each other back: %s in %s',
  async (own, ofParagraph, shown) => {
    const styles =
      `<w:style w:type="paragraph" w:styleId="L"><w:name w:val="Letter"/><w:rPr>${ofParagraph}</w:rPr></w:style>` +
      '<w:style w:type="character" w:styleId="Emphasis"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>'
    expect((await word({ styles, body: paragraph(run('Ada', own), 'L') })).text).toBe(`<p>${shown}</p>`)
  },
)

test.each(['1', 'true', 'on'])(
  'italics of all text are no look of it, where their style is the usual one: %s',
  async (usual) => {
    const styles = `<w:style w:type="paragraph" w:default="${usual}" w:styleId="N"><w:name w:val="Normal"/><w:rPr><w:i/></w:rPr></w:style>`
    const body = paragraph(run('Ada')) + paragraph(run('Ben', '<w:i w:val="0"/>'))
    expect((await word({ styles, body })).text).toBe('<p>Ada</p><p>Ben</p>')
  },
)

describe('a date', () => {
  const style = (name: string) =>
    `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`
  const styles = style('Date') + style('Author')
  test('stands below the title and the author at the beginning', async () => {
    const body =
      paragraph('The Ferry', 'Titel') + paragraph('Ida Fenn', 'Author') + paragraph('May 2024', 'Date') + heading('One')
    const { title, text } = await word({ styles, body: body + paragraph('Words.') })
    expect(title).toContain('<p class="date">May 2024</p>')
    expect(text).toBe('<h1 id="h1">One</h1><p>Words.</p>')
  })
  test('of a letter in the text stays there', async () => {
    const { title, text } = await word({
      styles,
      body: heading('One') + paragraph('May 2024', 'Date') + paragraph('Dear Ada,'),
    })
    expect(title).not.toContain('May 2024')
    expect(text).toBe('<h1 id="h1">One</h1><p>May 2024</p><p>Dear Ada,</p>')
  })
})

test.each([
  [
    'a picture that can be shown',
    'a.png',
    '<p>So <img src="picture1.png" alt=""/>.</p>',
    /^1 picture that has no description/,
  ],
  ['a picture of another kind', 'b.emf', '<p>So .</p>', /^1 embedded object/],
  ['no picture', 'none', '<p>So .</p>', /^1 embedded object/],
])('an object with %s', async (_, id, shown, told) => {
  const object = `<w:r><w:object><v:shape><v:imagedata r:id="${id}"/></v:shape><o:OLEObject ProgID="Equation.3"/></w:object></w:r>`
  const { text, findings } = await word({
    media: { 'a.png': PNG, 'b.emf': Buffer.from('no picture') },
    body: paragraph(run('So ') + object + run('.')),
  })
  expect(text).toBe(shown)
  expect(findings).toEqual([expect.stringMatching(told)])
})

test.each([
  ['a blank', ' ', '<p>Words.</p>'],
  ['a bookmark', '<w:bookmarkStart w:id="1" w:name="x"/>', '<p>Words.</p>'],
  ['a break', '<w:r><w:br/></w:r>', '<p>Words.</p>'],
  ['a picture', picture('a.png', 'A lamp'), '<h1><img src="picture1.png" alt="A lamp"/></h1><p>Words.</p>'],
])('a heading of %s is one only if it shows something', async (_, content, shown) => {
  const { text } = await word({
    media: { 'a.png': PNG },
    body: paragraph(content, 'berschrift1') + paragraph('Words.'),
  })
  expect(text).toBe(shown)
})

test.each(['<w:tab/>', '<w:ptab w:alignment="right" w:relativeTo="margin" w:leader="none"/>', '<w:br/>', '<w:cr/>'])(
  'words beside %s are not joined',
  async (between) => {
    const { text } = await word({ body: `<w:p><w:r><w:t>left</w:t>${between}<w:t>right</w:t></w:r></w:p>` })
    expect(text).toMatch(/^<p>left(?:\t|<br\/>)right<\/p>$/)
  },
)

test.each([
  ['all rows', 2, '<p>One.</p><p>Two.</p>'],
  ['one row', 1, '<p>One.</p><table><tr><td><p>x</p></td></tr></table><p>Two.</p>'],
  ['no row', 0, '<p>One.</p><table><tr><td><p>x</p></td></tr><tr><td><p>x</p></td></tr></table><p>Two.</p>'],
])('of a table of which %s are deleted only the others stay', async (_, deleted, shown) => {
  const row = (isDeleted: boolean) =>
    `<w:tr><w:trPr>${isDeleted ? '<w:del w:id="1"/>' : ''}</w:trPr><w:tc>${paragraph('x')}</w:tc></w:tr>`
  const { text } = await word({
    body: `${paragraph('One.')}<w:tbl>${row(deleted > 0)}${row(deleted > 1)}</w:tbl>${paragraph('Two.')}`,
  })
  expect(text).toBe(shown)
})

test.each([
  ['سطر عادي', '<w:jc w:val="right"/>', '<p>سطر عادي</p>'],
  ['سطر عادي', '<w:bidi/><w:jc w:val="left"/>', '<p>سطر عادي</p>'],
  ['التوقيع', '<w:bidi/><w:jc w:val="right"/>', '<p class="right">التوقيع</p>'],
  ['في الوسط', '<w:bidi/><w:jc w:val="center"/>', '<p class="center">في الوسط</p>'],
  ['1984', '<w:jc w:val="right"/>', '<p class="right">1984</p>'],
])('the right side of a line, where the text runs from right to left: %s, %s', async (words, properties, shown) => {
  const { text } = await word({ body: paragraph(words, '', properties) + paragraph('مرحبا بكم في هذا الكتاب الطويل.') })
  expect(text).toContain(shown)
})

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('a style whose w:customStyle is %s is of the author: %s', async (custom, isOwn) => {
  const styles = `<w:style w:type="paragraph" w:customStyle="${custom}" w:styleId="P"><w:name w:val="Poem"/></w:style>`
  const { findings } = await word({ styles, body: paragraph('Roses are red.', 'P') })
  expect(findings).toEqual(isOwn ? [expect.stringContaining('“Poem”')] : [])
})

test.each([
  ['in a row', '<w:bookmarkStart w:id="1" w:name="bm" w:colFirst="0" w:colLast="1"/>', ''],
  ['in a cell', '', '<w:bookmarkStart w:id="1" w:name="bm"/>'],
])('a link leads to a bookmark %s of a table', async (_, inRow, inCell) => {
  const { text } = await word({
    body:
      paragraph(`<w:hyperlink w:anchor="bm">${run('there')}</w:hyperlink>`) +
      `<w:tbl><w:tr>${inRow}<w:tc>${inCell}${paragraph('x')}</w:tc><w:tc>${paragraph('y')}</w:tc></w:tr></w:tbl>`,
  })
  expect(text).toMatch(/<a href="#(p\d)">there<\/a>.*<td>(?:<p>)?<span id="\1"\/>/)
})

test.each([
  ['<w:altChunk r:id="x"/>', /Open it in Word, save it again/],
  ['<w:altChunk r:id="x"/><w:p/>', /Open it in Word, save it again/],
  ['<w:p/>', /no text/],
])('a file without words is refused by what to do: %s', async (body, told) => {
  await expect(word({ body })).rejects.toThrow(told)
})

describe('a heading above a table of contents that is left out', () => {
  const lines = paragraph('The ford 1', 'Verzeichnis1') + paragraph('The mill 2', 'Verzeichnis1')
  const chapters = heading('The ford') + paragraph('Words.')
  test.each([
    ['names it', heading('Inhalt') + lines + chapters, '<h1 id="h1">The ford</h1><p>Words.</p>'],
    ['names it, at the end', chapters + heading('Table of Contents') + lines, '<h1 id="h1">The ford</h1><p>Words.</p>'],
    [
      'is another',
      heading('The Ferry') + lines + chapters,
      '<h1 id="h1">The Ferry</h1><h1 id="h2">The ford</h1><p>Words.</p>',
    ],
    [
      'has words of its own',
      heading('Contents') + lines + paragraph('And a map.') + chapters,
      '<h1 id="h1">Contents</h1><p>And a map.</p><h1 id="h2">The ford</h1><p>Words.</p>',
    ],
    [
      'has no table of contents',
      heading('Contents') + paragraph('Of the box.') + chapters,
      '<h1 id="h1">Contents</h1><p>Of the box.</p><h1 id="h2">The ford</h1><p>Words.</p>',
    ],
  ])('%s', async (_, body, shown) => expect((await word({ body })).text).toBe(shown))
})

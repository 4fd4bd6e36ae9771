import { describe, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, type DocxPlan, heading, item, paragraph, run } from './testing-docx.ts'

const read = async (plan: DocxPlan) => {
  const { epub, findings } = await convertManuscript({ fileName: 'a.docx', bytes: aDocx(plan), words: {} })
  const zip = await openZip(Buffer.from(epub))
  const chapters = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map((name) => zip.read(name)?.toString() ?? '')
  const found = (pattern: RegExp) =>
    chapters.flatMap((text) => [...text.matchAll(pattern)].map(([, inner]) => inner ?? ''))
  return {
    findings,
    headings: found(/<h\d[^>]*>(.*?)<\/h\d>/g),
    text: chapters.join(''),
    styles: zip.read('EPUB/book.css')?.toString() ?? '',
  }
}

const aligned = (text: string, jc: string, style = '') => paragraph(text, style, `<w:jc w:val="${jc}"/>`)

describe('the alignment of paragraphs', () => {
  test('is kept where they are centred or at the end of the line, also by their style', async () => {
    const { text, styles, findings } = await read({
      styles:
        '<w:style w:type="paragraph" w:styleId="Vers"><w:name w:val="verse"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>' +
        '<w:style w:type="paragraph" w:styleId="Vers2"><w:name w:val="verse two"/><w:basedOn w:val="Vers"/></w:style>',
      body:
        heading('One') +
        paragraph('Plain.') +
        aligned('* * *', 'center') +
        aligned('Ida Fenn', 'right') +
        aligned('In 1899', 'end') +
        paragraph('A verse', 'Vers') +
        paragraph('Another', 'Vers2') +
        aligned('Not this one', 'left', 'Vers') +
        aligned('Justified.', 'both') +
        aligned('Said.', 'center', 'Zitat'),
    })
    expect(text).toContain(
      '<p>Plain.</p><p class="center">* * *</p><p class="right">Ida Fenn</p><p class="right">In 1899</p>' +
        '<p class="center">A verse</p><p class="center">Another</p><p>Not this one</p><p>Justified.</p>' +
        '<blockquote><p class="center">Said.</p></blockquote>',
    )
    expect(styles).toContain('.center { text-indent: 0; text-align: center; }')
    expect(findings).toEqual([])
  })

  test('makes no list a paragraph', async () => {
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr><w:jc w:val="center"/>'
    const { text } = await read({ body: heading('One') + paragraph('Item', '', numbered) + item('Next', 2) })
    expect(text).toContain('<ol><li>Item</li><li>Next</li></ol>')
  })
})

interface LevelPlan {
  format?: string
  text: string
  more?: string
}

/** A list with the id 9, whose levels are of the styles of headings. */
const headingList = (levels: LevelPlan[], lists = '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>') => ({
  numbering: `<w:abstractNum w:abstractNumId="9">${levels
    .map(
      ({ format = 'decimal', text, more = '' }, at) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:pStyle w:val="N${at + 1}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('')}</w:abstractNum>${lists}`,
  styles: levels
    .map(
      (_, at) =>
        `<w:style w:type="paragraph" w:styleId="N${at + 1}"><w:name w:val="Heading ${at + 1}"/><w:pPr><w:numPr>${at === 0 ? '' : `<w:ilvl w:val="${at}"/>`}<w:numId w:val="9"/></w:numPr></w:pPr></w:style>`,
    )
    .join(''),
})
const at = (level: number, text: string, more = '') => paragraph(text, `N${level}`, more)
const DECIMAL = [{ text: '%1.' }, { text: '%1.%2' }, { text: '%1.%2.%3' }]

describe('the automatic numbers of headings', () => {
  test('become their text, counted by levels', async () => {
    const { headings, findings } = await read({
      ...headingList(DECIMAL),
      body:
        at(1, 'One') +
        at(2, 'A') +
        at(3, 'Deep') +
        at(2, 'B') +
        paragraph('Text.') +
        at(1, 'Two') +
        at(2, 'C') +
        at(3, 'Deep again') +
        at(1, 'Without', '<w:numPr><w:numId w:val="0"/></w:numPr>') +
        at(1, 'Three'),
    })
    expect(headings).toEqual([
      '1. One',
      '1.1 A',
      '1.1.1 Deep',
      '1.2 B',
      '2. Two',
      '2.1 C',
      '2.1.1 Deep again',
      'Without',
      '3. Three',
    ])
    expect(findings).toEqual([])
  })

  test('are written as Roman numbers, letters and words', async () => {
    const { headings } = await read({
      ...headingList([
        { format: 'upperRoman', text: 'Part %1', more: '<w:suff w:val="space"/>' },
        { format: 'upperLetter', text: '%2)' },
        { format: 'lowerRoman', text: '%1.%2.%3', more: '<w:isLgl/>' },
      ]),
      body:
        Array.from({ length: 4 }, (_, n) => at(1, `P${n + 1}`)).join('') +
        Array.from({ length: 28 }, (_, n) => at(2, `L${n + 1}`)).join('') +
        at(3, 'Legal') +
        at(1, '') +
        at(2, ''),
    })
    expect(headings.slice(0, 6)).toEqual(['Part I P1', 'Part II P2', 'Part III P3', 'Part IV P4', 'A) L1', 'B) L2'])
    expect(headings.slice(29)).toEqual(['Z) L26', 'AA) L27', 'BB) L28', '4.28.1 Legal', 'Part V'])
  })

  test('begin again where a list says so, and count on where it shares a definition', async () => {
    const lists =
      '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>' +
      '<w:num w:numId="10"><w:abstractNumId w:val="9"/></w:num>' +
      '<w:num w:numId="11"><w:abstractNumId w:val="9"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>'
    const of = (list: number) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`
    const { headings } = await read({
      ...headingList(DECIMAL, lists),
      body: at(1, 'A') + at(1, 'B', of(10)) + at(1, 'C', of(11)) + at(1, 'D', of(11)) + at(1, 'E'),
    })
    expect(headings).toEqual(['1. A', '2. B', '7. C', '8. D', '9. E'])
  })

  const numbered = (id: string, name: string, more: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
  const level = (value: number) => `<w:numPr><w:ilvl w:val="${value}"/></w:numPr>`
  test.each([
    ['a style', 'Second', '', ['1. A', '1.1 B', '1.2 B', '2. C']],
    ['the heading itself', 'First', level(1), ['1. A', '1.1 B', '1.2 B', '2. C']],
    [
      'a list of its own in place of that of the style',
      'Second',
      '<w:numPr><w:numId w:val="0"/></w:numPr>',
      ['1. A', 'B', 'B', '2. C'],
    ],
  ])('are those of a list that another style names, with the level of %s', async (_, style, more, expected) => {
    const { headings } = await read({
      numbering: headingList(DECIMAL).numbering,
      styles:
        numbered('First', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr>') +
        numbered('Second', 'heading 2', `<w:basedOn w:val="First"/><w:pPr>${level(1)}</w:pPr>`),
      body: paragraph('A', 'First') + paragraph('B', style, more).repeat(2) + paragraph('C', 'First'),
    })
    expect(headings).toEqual(expected)
  })

  test('that can not be written are told with their places', async () => {
    const { headings, findings } = await read({
      ...headingList([{ format: 'bahtText', text: '%1' }]),
      body: at(1, 'Dusk') + paragraph(run('Text.')) + at(1, 'Dawn'),
    })
    expect(headings).toEqual(['Dusk', 'Dawn'])
    expect(findings).toEqual([
      '2 automatic numbers of headings (in “Dusk”, “Dawn”) were left out. Type the number into the heading to keep it.',
    ])
  })
})

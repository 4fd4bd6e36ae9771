import { expect, test } from 'vitest'
import { convertManuscript } from './convert-manuscript.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { formatOfNumbers, numberIn } from './number-formats.ts'
import { aDocx, paragraph } from './testing-docx.ts'
import { anOdt, listStyle, numberLevel, odtList, odtParagraph } from './testing-odt.ts'

test.each([
  [
    'chineseCountingThousand',
    [1, 10, 11, 20, 21, 100, 101, 110, 111, 1001, 1010],
    '一 十 十一 二十 二十一 一百 一百零一 一百一十 一百一十一 一千零一 一千零一十',
  ],
  ['chineseCounting', [3, 12, 100, 105], '三 十二 一〇〇 一〇五'],
  ['japaneseCounting', [10, 100, 101, 110, 1000], '十 百 百一 百十 千'],
  ['koreanCounting', [1, 10, 25], '일 십 이십오'],
  ['chineseLegalSimplified', [1, 10, 12, 102], '壹 壹拾 壹拾贰 壹佰零贰'],
  ['ideographTraditional', [1, 10], '甲 癸'],
  ['ideographDigital', [10, 25], '一〇 二五'],
  ['irohaFullWidth', [1, 3], 'イ ハ'],
  ['ganada', [1, 14], '가 하'],
  ['arabicAlpha', [1, 28], 'أ ي'],
  ['arabicAbjad', [3, 5], 'ج ه'],
  ['hindiNumbers', [10], '१०'],
  ['thaiLetters', [1, 3], 'ก ค'],
  ['decimalEnclosedParen', [1, 20], '⑴ ⒇'],
  ['chicago', [1, 2, 5], '* † **'],
  ['hex', [11], 'B'],
  ['001', [7, 1234], '007 1234'],
  // Digits of a script are named by its 1.
  ['\u0661', [10, 25], '\u0661\u0660 \u0662\u0665'],
])('%s', (format, values, written) => {
  expect(values.map((value) => numberIn(format, value)).join(' ')).toBe(written)
})

test('a number that a format has not is none', () => {
  expect([
    numberIn('ideographTraditional', 11),
    numberIn('decimalEnclosedParen', 21),
    numberIn('unheardOf', 1),
  ]).toEqual([undefined, undefined, undefined])
})

test.each([
  ['甲, 乙, 丙, ...', 'ideographTraditional'],
  ['一, 二, 三, ...', 'chineseCounting'],
  ['ｱ, ｲ, ｳ, ...', 'aiueo'],
  ['가, 나, 다, ...', 'ganada'],
  ['\u0661, \u0662, \u0663, \u0664, ...', '\u0661'],
  ['x, y, z, ...', undefined],
  ['I', undefined],
])('a list that begins with %s', (list, format) => {
  expect(formatOfNumbers(list)).toBe(format)
})

const bodyOf = async (fileName: string, bytes: Buffer) => {
  const { epub } = await convertManuscript({ fileName, bytes, words: {} })
  const text = (await openZip(Buffer.from(epub))).read('EPUB/c1.xhtml')?.toString() ?? ''
  return /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(text)?.[1]
}

test.each([
  ['en-GB', 'Part One'],
  ['fr-FR', 'Part 1'],
])('a number in words is one of English alone: %s', async (language, heading) => {
  const docx = aDocx({
    language,
    numbering:
      '<w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="cardinalText"/><w:lvlText w:val="Part %1"/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>',
    body: paragraph('A', 'berschrift1', '<w:numPr><w:numId w:val="9"/></w:numPr>'),
  })
  expect(await bodyOf('a.docx', docx)).toContain(`${heading} A</h1>`)
})

test('headings and items of Word and LibreOffice have their numbers in their script', async () => {
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/>${format}<w:lvlText w:val="${text}"/></w:lvl>`
  const known = (name: string) => `<w:numFmt w:val="${name}"/>`
  const padded =
    '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice>' +
    '<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
  const numbered = (text: string, at: number, style = '') =>
    paragraph(text, style, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="9"/></w:numPr>`)
  const docx = aDocx({
    numbering:
      `<w:abstractNum w:abstractNumId="9">${level(0, known('chineseCountingThousand'), '第%1章')}${level(1, padded, '%2.')}</w:abstractNum>` +
      '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>',
    body: numbered('渡口', 0, 'berschrift1') + numbered('磨坊', 1) + numbered('石头', 1),
  })
  expect(await bodyOf('a.docx', docx)).toBe(
    '<h1 id="h1">第一章 渡口</h1><ol class="labelled"><li><span class="label">001.</span> 磨坊</li><li><span class="label">002.</span> 石头</li></ol>',
  )
  const odt = anOdt({
    styles: listStyle('Stems', [numberLevel(1, '甲, 乙, 丙, ...', 'style:num-suffix="、"')]),
    body: odtList('Stems', [odtParagraph('磨坊'), odtParagraph('石头')]),
  })
  expect(await bodyOf('a.odt', odt)).toBe(
    '<ol class="labelled"><li><span class="label">甲、</span> 磨坊</li><li><span class="label">乙、</span> 石头</li></ol>',
  )
})

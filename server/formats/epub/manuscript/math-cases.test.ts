import { expect, test } from 'vitest'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { convertManuscript } from './convert-manuscript.ts'

const bodyOf = async (text: Buffer | string) => {
  const { epub } = await convertManuscript({ fileName: 'a.md', bytes: Buffer.from(text), words: {} })
  await ingest(Buffer.from(epub))
  const zip = await openZip(Buffer.from(epub))
  const chapters = zip.names.filter((name) => /\/c\d+\.xhtml$/.test(name))
  return chapters.map((name) => zip.read(name)?.toString() ?? '').join('')
}

test.skipIf(!hasCases)('what a style sheet of its own would say of formulas is said in the book', async () => {
  const body = await bodyOf(caseFile('math2.md'))
  for (const part of ['(1)', '(2)', 'As (1) and (2) show', 'math-struck-up', 'math-box', 'mathcolor="'])
    expect(body).toContain(part)
  expect(body).toMatch(/<mtd[^>]*columnalign="left"/)
  expect(body).toMatch(/columnlines="solid"/)
  expect(body).not.toMatch(/<mrow[^>]*(?:scriptlevel|displaystyle)/)
})

test('equations of several formulas are numbered in their order, and formulas without numbers have none', async () => {
  const align = (...lines: string[]) => `$$\\begin{align}${lines.join('\\\\')}\\end{align}$$`
  const body = await bodyOf(`${align('a &= b')}\n\nwords\n\n${align('c &= d', 'e &= f')}`)
  expect([...body.matchAll(/\(\d\)/g)].map(([number]) => number)).toEqual(['(1)', '(2)', '(3)'])
  expect(await bodyOf('$$x = \\boxed{y} \\tag{4.2}$$')).toMatch(/4\.2/)
  expect(await bodyOf('$$\\begin{aligned}a &= b\\end{aligned}$$')).not.toMatch(/\(1\)/)
})

const BOX = '<menclose notation="box" class="math-box">'
test.each([
  ['a box', '$$\\boxed{x}$$', [`${BOX}<mi>x</mi></menclose>`]],
  ['a box in a line', 'In $\\boxed{a+b}$ it.', [`${BOX}<mrow><mi>a</mi>`]],
  ['a box of words', '$$\\fbox{w}$$', [BOX, '<mtext>w</mtext>']],
  [
    'columns that are aligned at a sign',
    '$$\\begin{aligned}a &= b\\\\ &= c\\end{aligned}$$',
    ['<mtd columnalign="right" class="math-right', '<mtd columnalign="left" class="math-left'],
  ],
  [
    'cases',
    '$$\\begin{cases}a & x>0\\\\ b & x<0\\end{cases}$$',
    ['<mo fence="true" stretchy="true">{</mo>', '<mtd columnalign="left"'],
  ],
  [
    'lines between columns and rows',
    '$$\\begin{array}{l|r}a & b\\\\ \\hline c & d\\end{array}$$',
    ['<mtable columnlines="solid" rowlines="solid">', 'math-line-below math-line-after', '<mtd columnalign="right"'],
  ],
  ['a colour', '$$\\textcolor{red}{x}$$', ['<mi mathcolor="#ff0000">x</mi>']],
  ['a coloured box', '$$\\colorbox{yellow}{x}$$', ['mathbackground="#FFFF00"']],
  ['a stroke', '$$\\cancel{x}$$', ['class="math-struck-up"']],
])('%s of a formula is seen', async (_, text, parts) => {
  const body = await bodyOf(text)
  for (const part of parts) expect(body).toContain(part)
  expect(body).not.toMatch(/<mrow[^>]*(?:scriptlevel|displaystyle)/)
})

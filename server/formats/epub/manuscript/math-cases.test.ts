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

test.each([
  ['\\boxed{x}', '<menclose notation="box" class="math-box"><mi>x</mi>'],
  ['\\fbox{a}', 'class="math-box"'],
  ['\\cancel{x}', '<menclose notation="updiagonalstrike" class="math-struck-up">'],
  ['\\bcancel{x}', '<menclose notation="downdiagonalstrike" class="math-struck-down">'],
  ['\\xcancel{x}', 'class="math-struck-up math-struck-down"'],
  ['\\overline{x}', 'class="math-line-above"'],
  ['\\underline{x}', 'class="math-line-below"'],
  [
    '\\begin{array}{c|c} a & b \\\\ c & d \\end{array}',
    '<mtable columnlines="solid"><mtr><mtd class="math-line-after">',
  ],
  [
    '\\begin{array}{cc} a & b \\\\ \\hline c & d \\end{array}',
    '<mtable rowlines="solid"><mtr><mtd class="math-line-below">',
  ],
  ['\\begin{array}{cc} a & b \\\\ c & d \\end{array}', '<mtable><mtr><mtd><mi>a</mi></mtd>'],
  [
    '\\begin{aligned} a &= b \\end{aligned}',
    '<mtd columnalign="right" class="math-right math-tight"><mi>a</mi></mtd><mtd columnalign="left"',
  ],
  ['\\begin{cases} a & b \\\\ c & d \\end{cases}', '<mtd columnalign="left" class="math-left math-tight">'],
  ['\\colorbox{yellow}{x}', '<mrow mathbackground="#FFFF00">'],
  ['\\textcolor{#0070C0}{x}', '<mi mathcolor="#0070C0">'],
])('%s says by itself how it looks', async (formula, shown) => {
  const body = await bodyOf(`$$${formula}$$`)
  expect(body).toContain(shown)
  expect(body).not.toMatch(/<mrow[^>]*(?:scriptlevel|displaystyle)/)
})

test.each([
  ['\\begin{equation} e \\end{equation}', ['(1)']],
  ['\\begin{align} e &= f \\notag \\\\ g &= h \\end{align}', ['(1)']],
  ['\\begin{align*} e &= f \\end{align*}', []],
  ['\\begin{equation} e \\tag{4.2} \\end{equation}', ['(4.2)']],
])('%s has the numbers %j', async (formula, numbers) => {
  const body = await bodyOf(`$$${formula}$$`)
  expect([...body.matchAll(/\([\d.]+\)/g)].map(([number]) => number)).toEqual(numbers)
})

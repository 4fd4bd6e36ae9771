import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { compareWords } from './compare-words.ts'
import { PNG } from '#server/testing/book-form.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, heading, noteMark, paragraph, run } from './testing-docx.ts'
import { anOdt, odtNote, odtParagraph, odtPicture } from './testing-odt.ts'
import { MARKDOWN_SAMPLES } from './testing-manuscripts.ts'

const differences = async (bytes: Buffer | string, fileName = 'a.md') =>
  (await convertManuscript({ fileName, bytes: Buffer.from(bytes), words: {}, compares: true })).differences

test.skipIf(!hasCases)('comments that are left out are shown', async () => {
  expect(await differences(caseFile('m1-obsidian-comments.md'))).toEqual([
    { before: 'Chapter Published words', file: 'ask the editor about this', book: '' },
    { before: 'More words', file: 'A private paragraph Still private', book: '' },
  ])
})

test('the words of a manuscript that are not in its book are shown beside those in their place', async () => {
  expect(await differences('> [!NOTE]\n> Stay here.')).toEqual([{ before: '', file: 'NOTE', book: 'Note' }])
})

test('nothing is shown of marks, addresses, notes in another place and numbers of notes', async () => {
  const text =
    '# One *two*\n\nSee [there](https://example.org/abc "d")[^a], `code` and H~2~O.\n\n[^a]: The note.\n\n<b>Bold</b> &amp; last.\n\n# End\n'
  expect(await differences(text)).toEqual([])
})

test.skipIf(!hasCases).each([
  ['source-rich.md', []],
  ['r22-breaks.docx', []],
  ['d33-small-things.docx', []],
])('nothing is shown of what is in both: %s', async (name, expected) => {
  expect(await differences(caseFile(name), name)).toEqual(expected)
})

test.each([
  ['front matter of YAML', '---\ntitle: The Ledger\nlang: en\n---\n\nWords.'],
  ['front matter of TOML', '+++\ntitle = "The Ledger"\n+++\n\nWords.'],
  ['a title block', '% The Ledger\n% Ida Fenn\n\nWords.'],
  ['numbers of lists', '7. seven\n8. eight\n\n   - inner\n     1) deep\n\nBetween.\n\n3) three'],
  ['letters of lists', 'a. letter\nb. next\n\nBetween.\n\nii) roman\niii) more\n\nC)  capital\nD)  next'],
  ['examples', '(@) first\n(@good) second\n\nAs (@good) says.'],
  ['boxes of tasks', '- [ ] open\n- [x] done\n* [X] done as well'],
  [
    'attributes',
    '# One {#first .unnumbered}\n\n[Words]{.smallcaps} and [mots]{lang=fr}.\n\n::: {lang=fr}\nPhrase.\n:::',
  ],
  ['the language of code', '```python\nx = 1\n```\n\n~~~ {.ruby}\n1. y {.z}\n~~~'],
  ['formulas', 'So $\\frac{a}{b}$ is\n\n$$\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}$$\n\nseen.'],
  [
    'addresses by name',
    'See [there][one] and <https://example.org/a?b=1> and <me@example.org>.\n\n[one]: https://x.org "A title"',
  ],
  ['formulas of GitHub', 'So $`\\frac{a}{b}`$ is\n\n```math\n\\frac{c}{d}\n```\n\nseen.'],
  ['words of HTML', 'See `<b>bold</b>`{=html} and more.'],
  ['the ends of lines in Japanese', '日本**強調**です。\n次の[行](https://example.org/)\nにて、abc\n終。'],
  ['elements in words', 'H<sub>2</sub>O and 10<sup>5</sup><br>end.'],
  [
    'notes in their order',
    'One[^b] and two[^a] and on.\n\n[^a]: The note of two.\n\nBetween.\n\n[^b]: Another.\n\n    It goes on.\n\nEnd.',
  ],
])('nothing is shown of %s', async (_, text) => {
  expect(await differences(text)).toEqual([])
})

test.each([
  ['in a line', 'See ![A boat](b.png) there.'],
  ['with its size', 'See ![A boat|100x60](b.png) and ![[b.png|A ship|200]] there.'],
  ['with a caption', '![A *red* boat](b.png){#boat}'],
  ['with a title', '![A boat](b.png "By *day*")'],
  ['with a title in a line', 'See ![A boat](b.png "By day") there.'],
  ['in HTML', '<figure><img src="b.png" width="3" alt="A boat"><figcaption>By day</figcaption></figure>'],
])('nothing is shown of the description of a picture %s', async (_, text) => {
  const bytes = aZip([
    { name: 'a.md', data: text },
    { name: 'b.png', data: PNG },
  ])
  expect(await differences(bytes, 'a.zip')).toEqual([])
})

test('a difference in a script without blanks is of its characters', async () => {
  expect(await differences('水の上に%%秘密%%船がある。')).toEqual([{ before: '水の上に', file: '秘密', book: '' }])
})

test.each([
  ['It costs $5 or $6 in 1986. Yes.', []],
  ['B. Russell and\n1986. A year.', []],
  ['The set {a, b} of (a) and (b).', []],
  ['1986\\. A great year', []],
  ['Words %%not this%% stay', [{ before: 'Words', file: 'not this', book: '' }]],
  ['1. one %%not this%% stays', [{ before: 'one', file: 'not this', book: '' }]],
])('what only looks like a number or a formula is a word: %s', async (text, expected) => {
  expect(await differences(text)).toEqual(expected)
})

test('of a Word file they are those of its XML', async () => {
  const body =
    heading('One') +
    paragraph(run('Shown & ') + run('hidden words', '<w:vanish/>') + run(' seen') + noteMark('footnote', 1)) +
    `<w:p><w:del w:id="2" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>`
  const bytes = aDocx({ body, footnotes: { 1: paragraph('In a note.') } })
  expect(await differences(bytes, 'a.docx')).toEqual([
    expect.objectContaining({ before: 'One Shown', file: 'hidden words', book: '' }),
  ])
})

test('of a Word file nothing is shown of letters that it has as signs, nor of what it has once more', async () => {
  const alternative = (choice: string, other: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="w16se">${choice}</mc:Choice><mc:Fallback>${other}</mc:Fallback></mc:AlternateContent></w:r>`
  const sign =
    '<w16se:symEx xmlns:w16se="http://schemas.microsoft.com/office/word/2015/wordml/symex" w16se:font="Yu Mincho" w16se:char="5B57"/>'
  const body = paragraph(run('A ') + alternative(sign, '<w:t>字</w:t>') + alternative('<w:t>b</w:t>', '<w:t>c</w:t>'))
  expect(await differences(aDocx({ body }), 'a.docx')).toEqual([])
})

test('of an OpenDocument file they are those of its text', async () => {
  const bytes = anOdt({
    body:
      odtParagraph(
        `Seen${odtNote('footnote', 'A note.')} and <office:annotation><dc:creator>Ed</dc:creator><text:p>private</text:p></office:annotation>shown.`,
      ) +
      odtParagraph(
        `Here ${odtPicture('Pictures/a.png', 'A boat')} and <draw:frame><draw:object><math:math><math:mi>x</math:mi></math:math></draw:object></draw:frame>`,
      ),
    entries: { 'Pictures/a.png': PNG },
  })
  expect(await differences(bytes, 'a.odt')).toEqual([
    expect.objectContaining({ before: 'and', file: 'private', book: '' }),
  ])
})

test('a zip of chapters is compared in the order of the book', async () => {
  const { bytes = Buffer.alloc(0) } = MARKDOWN_SAMPLES['a zip of mdBook']?.() ?? {}
  const found = await differences(bytes, 'a.zip')
  expect(found.map(({ file }) => file).join(' ')).not.toContain('heading')
})

test('nothing is shown of the names that chapters have from their files', async () => {
  const bytes = aZip([
    { name: '1.md', data: '---\ntitle: The Ford\n---\nWords.' },
    { name: '2.md', data: '---\ntitle: The Mill\n---\nMore.' },
  ])
  expect(await differences(bytes, 'a.zip')).toEqual([])
})

test('nobody who asks for no comparison gets one, and it has a limit', async () => {
  expect((await convertManuscript({ fileName: 'a.md', bytes: Buffer.from('%%x%% y'), words: {} })).differences).toEqual(
    [],
  )
  const many = (word: string) => Array.from({ length: 30_000 }, (_, at) => `${word}${at}`).join(' ')
  expect(compareWords(many('a'), many('b'))).toEqual([])
  const spread = Array.from({ length: 400 }, (_, at) => `same${at} x${at}`).join(' ')
  const found = compareWords(spread, spread.replace(/ x/g, ' y'))
  expect(found).toHaveLength(100)
  expect(found[1]).toEqual({ before: 'same1', file: 'x1', book: 'y1' })
  const [long] = compareWords(`a ${many('b').slice(0, 4000)} c`, 'a c')
  expect(long?.file.split(' ')).toHaveLength(41)
})

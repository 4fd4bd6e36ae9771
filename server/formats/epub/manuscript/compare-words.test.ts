import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { compareWords } from './compare-words.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, heading, noteMark, paragraph, run } from './testing-docx.ts'
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

test('a zip of chapters is compared in the order of the book', async () => {
  const { bytes = Buffer.alloc(0) } = MARKDOWN_SAMPLES['a zip of mdBook']?.() ?? {}
  const found = await differences(bytes, 'a.zip')
  expect(found.map(({ file }) => file).join(' ')).not.toContain('heading')
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

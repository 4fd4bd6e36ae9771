import { expect, test } from 'vitest'
import { pdfAccessibility, readLanguage } from './pdf-accessibility.ts'

const catalog = (words: string) => Buffer.from(`1 0 obj\n<</Type/Catalog/Pages 2 0 R${words}>>\nendobj\n`, 'latin1')

test.each([
  ['/Lang(en-GB)', 'en-GB'],
  ['/Lang (de) /Other (x)', 'de'],
  ['/Lang<656E>', 'en'],
  ['/Lang<FEFF00660072>', 'fr'],
  ['/Lang(\xfe\xff\x00p\x00t)', 'pt'],
  ['/Lang(\xfe\xff\x00p\x00)', 'p'],
  ['/Lang(\xef\xbb\xbfsv)', 'sv'],
  ['/Lang(a\\)b)', 'a)b'],
  ['/Lang()', ''],
  ['/Lang( )', ''],
  ['/Lang 7 0 R', ''],
  ['/Lang(', ''],
  ['', ''],
])('the language of a catalog with %j is %j', (words, language) => {
  expect(readLanguage(catalog(words))).toBe(language)
})

test('only the catalog says the language of the whole', () => {
  const element = Buffer.from('1 0 obj <</Type/StructElem/Lang(la)>> endobj\n')
  const words = Buffer.from('3 0 obj <<>> stream\n(/Catalog) /Lang(la)\nendstream endobj\n')
  expect(readLanguage(Buffer.concat([element, words]))).toBe('')
  expect(readLanguage(Buffer.concat([element, words, catalog('/Lang(en)'), element]))).toBe('en')
})

test('a file that repeats the name of a catalog is not read again and again', () => {
  expect(readLanguage(Buffer.from('/Type/Catalog '.repeat(1_000_000)))).toBe('')
})

const page = (characters: number, isEmpty = false) => ({ page: 0, isEmpty, characters, lacksFont: false })
const seenIn = (pages: ReturnType<typeof page>[]) =>
  pdfAccessibility({ looked: pages, isTagged: true, hasContents: true }, 'EN-us')

test('the pages that have something on them tell whether there is text', () => {
  expect(seenIn([page(9), page(1)]).text).toBe('all')
  expect(seenIn([page(9), page(0, true)]).text).toBe('all')
  expect(seenIn([page(0), page(9)]).text).toBe('some')
  expect(seenIn([page(0), page(0)]).text).toBe('none')
  expect(seenIn([page(0, true)]).text).toBe('unknown')
  expect(seenIn([]).text).toBe('unknown')
})

test('a language is a tag in its canonical form, or unknown', () => {
  const languageOf = (language: string) =>
    pdfAccessibility({ looked: [], isTagged: false, hasContents: false }, language).language
  expect(['EN-us', 'English', '', '../x'].map(languageOf)).toEqual(['en-US', null, null, null])
})

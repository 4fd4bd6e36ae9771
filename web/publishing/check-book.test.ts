import { expect, test } from 'vitest'
import { toDetailFields } from '#contract/shapes/detail-fields.ts'
import { PROBLEMS } from '#contract/api/problems.ts'
import { BookForm, PDF_MAX_BYTES } from '#contract/publishing.ts'
import { BOOK_FORM } from '#web/messages/book-form.ts'
import { checkBook, checkFile } from './check-book.ts'
import type { BookFields } from './check-book.ts'

const EMPTY: BookFields = {
  title: '',
  author: ' ',
  caption: '',
  genre: '',
  cover: 'image',
  coverSeed: 0,
  ...toDetailFields({}),
}

test('missing fields are reported in the order of the spec', () => {
  expect(Object.values(checkBook(EMPTY, { book: false, image: false }))).toEqual([
    'Please enter a book title',
    'Please enter author name',
    'Please enter a description',
    'Please select an image',
    'Please select a PDF file',
    'Please select a genre',
  ])
})

test('the form has the same messages as the server', () => {
  const said = BookForm.safeParse({}).error?.issues.map(({ path, message }) => [path.join('.'), message])
  const { image, ...ours } = checkBook(EMPTY, { book: false, image: false })
  expect(said).toEqual(Object.entries(ours))
  expect(image).toBe(PROBLEMS.notImage.message)
  expect(BOOK_FORM.tooLarge.pdf()).toBe(PROBLEMS.pdfTooLarge.message)
})

test('no image is required for a series cover or the first page', () => {
  expect(checkBook({ ...EMPTY, cover: 'series' }, { book: true, image: false })).not.toHaveProperty('image')
})

const named = (name: string, ...parts: BlobPart[]) => new File(parts, name)
const zipped = (bytes: number) => [
  'PK\x03\x04',
  ' '.repeat(26),
  'mimetypeapplication/epub+zip',
  new Uint8Array(bytes - 58),
]

test('a PDF has at most 10485760 bytes, an EPUB what the site allows', async () => {
  const pdf = (bytes: number) => named('a.pdf', '%PDF-', new Uint8Array(bytes - 5))
  expect(await checkFile(pdf(PDF_MAX_BYTES), 50)).toEqual({ format: 'pdf' })
  expect(await checkFile(pdf(PDF_MAX_BYTES + 1), 50)).toEqual({ error: BOOK_FORM.tooLarge.pdf() })
  expect(await checkFile(named('a', ...zipped(PDF_MAX_BYTES + 1)), 11)).toEqual({ format: 'epub' })
  expect(await checkFile(named('a.txt', new Uint8Array(PDF_MAX_BYTES + 1)), 50)).toEqual({
    error: 'EPUB file is too large (max 10MB). Please compress your file.',
  })
  expect(await checkFile(named('a', ...zipped(PDF_MAX_BYTES + 1)), 10)).toEqual({
    error: 'EPUB file is too large (max 10MB). Please compress your file.',
  })
})

test('a file is known by its first bytes; a zip archive that does not say so, by its name', async () => {
  const refused = { error: 'Please select a PDF file' }
  expect(await checkFile(named('a.pdf', '<html>%PDF-1.7'), 10)).toEqual(refused)
  expect(await checkFile(named('a.pdf'), 10)).toEqual(refused)
  expect(await checkFile(named('a.epub', 'PK\x03\x04'), 10)).toEqual({ format: 'epub' })
  expect(await checkFile(named('a.pptx', 'PK\x03\x04'), 10)).toEqual(refused)
  expect(await checkFile(named('a.mobi', 'BOOKMOBI'), 10)).toEqual(refused)
  expect(await checkFile(named('a', '\0'.repeat(60), 'BOOKMOBI'), 10)).toEqual({ format: 'epub' })
})

test('an EPUB is made of Word and Markdown, and of a zip archive of them', async () => {
  for (const name of ['a.docx', 'a.ZIP']) {
    expect(await checkFile(named(name, 'PK\x03\x04'), 10)).toEqual({ format: 'epub' })
    expect(await checkFile(named(name, 'words'), 10)).toEqual({ error: 'Please select a PDF file' })
  }
  expect(await checkFile(named('a.md', '# A'), 10)).toEqual({ format: 'epub' })
  for (const name of ['a.markdown', 'a.mdown', 'a.MKD'])
    expect(await checkFile(named(name, 'words'), 10)).toEqual({ format: 'epub' })
  expect(await checkFile(named('a.md'), 10)).toEqual({ error: 'Please select a PDF file' })
})

import { expect, test } from 'vitest'
import { PROBLEMS } from '#contract/problems.ts'
import { BookForm, PDF_MAX_BYTES } from '#contract/publishing.ts'
import { PDF_TOO_LARGE, checkBook, checkPdf } from './check-book.ts'
import type { BookFields } from './check-book.ts'

const EMPTY: BookFields = { title: '', author: ' ', caption: '', genre: '', cover: 'image', coverSeed: 0 }

test('missing fields are reported in the order of the spec', () => {
  expect(Object.values(checkBook(EMPTY, { pdf: false, image: false }))).toEqual([
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
  const { image, ...ours } = checkBook(EMPTY, { pdf: false, image: false })
  expect(said).toEqual(Object.entries(ours))
  expect(image).toBe(PROBLEMS.notImage.message)
  expect(PDF_TOO_LARGE).toBe(PROBLEMS.pdfTooLarge.message)
})

test('no image is required for a series cover or the first page', () => {
  expect(checkBook({ ...EMPTY, cover: 'series' }, { pdf: true, image: false })).not.toHaveProperty('image')
})

test('a PDF has at most 10485760 bytes', async () => {
  const pdf = (bytes: number) => new Blob(['%PDF-', new Uint8Array(bytes - 5)])
  expect(await checkPdf(pdf(PDF_MAX_BYTES))).toBeUndefined()
  expect(await checkPdf(pdf(PDF_MAX_BYTES + 1))).toBe(PDF_TOO_LARGE)
})

test('a file without the signature of a PDF is rejected', async () => {
  expect(await checkPdf(new Blob(['<html>%PDF-1.7']))).toBe('Please select a PDF file')
  expect(await checkPdf(new Blob([]))).toBe('Please select a PDF file')
})

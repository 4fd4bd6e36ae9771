import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type TestSite } from '#server/testing/test-site.ts'
import { aPdf } from '#server/testing/book-form.ts'

export const BOUNDARY = 'a-boundary-of-the-test'
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

export interface FormPart {
  name: string
  value: string | Buffer
  /** Makes the part a file. */
  fileName?: string
  type?: string
}

/** Builds a multipart body by hand, so that it can also be malformed. */
export const multipart = (parts: FormPart[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ value, ...part }) => [Buffer.from(headersOf(part)), Buffer.from(value), Buffer.from('\r\n')]),
    Buffer.from(end),
  ])

const headersOf = ({ name, fileName, type }: Omit<FormPart, 'value'>) => {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const typed = type ?? (fileName === undefined ? undefined : 'application/octet-stream')
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typed ? `Content-Type: ${typed}\r\n` : ''}\r\n`
}

const WORDS = { title: 'A Title', author: 'An Author', caption: 'A description.', genre: 'Poetry', cover: 'series' }

/** The parts of a valid upload, with some fields changed, or omitted where undefined. */
export const goodParts = (words: Record<string, string | undefined> = {}, pdf: Buffer | null = aPdf()): FormPart[] => [
  ...Object.entries({ ...WORDS, ...words }).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
  ...(pdf ? [{ name: 'pdfFile', value: pdf, fileName: 'a.pdf', type: 'application/pdf' }] : []),
]

/** A valid PDF of exactly `bytes` bytes, padded with a comment. */
export const aPdfOfBytes = (bytes: number): Buffer => {
  const pdf = aPdf()
  const trailer = pdf.subarray(pdf.lastIndexOf('startxref'))
  const filling = Buffer.alloc(bytes - pdf.length - trailer.length, 'x')
  filling[0] = '%'.charCodeAt(0)
  filling[filling.length - 1] = '\n'.charCodeAt(0)
  return Buffer.concat([pdf, filling, trailer])
}

/** The row counts of books and what belongs to them, and the paths of all stored and temporary files. */
export const remainsOf = async ({ services, views }: TestSite) => {
  // What earlier downloads and views were is written a moment later.
  await views.flush()
  const { rows } = await sql`
    select (select count(*) from books) as books, (select count(*) from ratings) as ratings,
      (select count(*) from comments) as comments, (select count(*) from book_days) as days`.execute(services.db)
  const { dataDir } = services.settings
  const folders = ['files', 'tmp'].map((name) => join(dataDir, name))
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  const files = found
    .flat()
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)))
  return { rows, files: files.sort() }
}

/** Asserts that `act` leaves no new row and no new file. */
export const expectNothingStored = async <T>(site: TestSite, act: () => Promise<T>): Promise<T> => {
  const before = await remainsOf(site)
  const result = await act()
  expect(await remainsOf(site)).toEqual(before)
  return result
}

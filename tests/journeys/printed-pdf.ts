import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'

const FOLDER = join(process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../../shared/data'), 'pdf')
/** Makes the file large enough that the upload progress is visible. */
const BALLAST = 700_000
const LINE = { x: 40, y: 520, size: 24 }

/** A PDF with one line on each page, and with `ballast` extra bytes. */
export const aPrintedPdf = async (lines: string[], ballast = 0) => {
  const pdf = await PDFDocument.create()
  for (const line of lines) pdf.addPage([400, 600]).drawText(line, LINE)
  pdf.context.register(pdf.context.stream(new Uint8Array(ballast)))
  return Buffer.from(await pdf.save())
}

/** A PDF with so many extra bytes at its end that what is in the middle is not read when it is opened. */
export const withBallast = async (pdf: Buffer) => {
  const document = await PDFDocument.load(pdf)
  document.context.register(document.context.stream(new Uint8Array(BALLAST)))
  return Buffer.from(await document.save())
}

/** A file for Playwright's `setInputFiles`. */
export interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A novel from the test data, or a small book if there is none, and a text of its first page. */
export const aRealBook = async (): Promise<{ file: Chosen; firstPage: RegExp; pages: number }> => {
  const path = join(FOLDER, 'alice-en-69p.pdf')
  const file = { name: 'alice.pdf', mimeType: 'application/pdf' }
  if (existsSync(path))
    return {
      file: { ...file, buffer: await readFile(path) },
      firstPage: /Alice.s Adventures in Wonderland/i,
      pages: 69,
    }
  const buffer = await aPrintedPdf(['Down the Rabbit-Hole', 'The Pool of Tears'], BALLAST)
  return { file: { ...file, buffer }, firstPage: /Down the Rabbit-Hole/, pages: 2 }
}

/** A file of the test data and its expected result. */
export interface KnownPdf {
  name: string
  title: string
  pages: number
  expect: string
}

/** The files of the test data; empty if there is none. */
export const knownPdfs = (): KnownPdf[] => {
  const manifest = join(FOLDER, 'manifest.json')
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as KnownPdf[]) : []
}

export const pathOf = ({ name }: KnownPdf) => join(FOLDER, name)

import type { PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { PageReader, PageTexts } from '#server/formats/book-format.ts'
import { createPdfProcess } from '#server/formats/pdf/pdf-process.ts'

/** Without a page to begin with, what is known of its accessibility is read. */
export type PageTask = { pdf: Buffer; from?: number }

const PROGRAM = new URL('./text-worker.ts', import.meta.url)
const LIMITS = { cpuMs: 12_000, wallMs: 120_000, idleMs: 5_000 }

/** Reads the texts of PDFs in a sandboxed process of its own with a low priority, so that uploads do not wait for it. */
export const createPageReader = (): PageReader => {
  const busy = () => new Error('Too many PDFs are waiting to be read')
  const { run, close } = createPdfProcess<PageTask>({ program: PROGRAM, limits: LIMITS, busy })
  return {
    read: (book, from) => run<PageTexts>(async () => ({ pdf: await book.bytes(), from })),
    readAccessibility: (book) => run<PdfBookAccessibility>(async () => ({ pdf: await book.bytes() })),
    close,
  }
}

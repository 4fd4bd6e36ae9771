import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'
import { assertNoActiveContent } from './active-content.ts'
import { isCutOff, openPdf } from './open-pdf.ts'
import { loadPdfium } from './pdfium.ts'
import type { PdfDocument, Pdfium } from './pdfium.ts'
import { MAX_PAGES, PdfRejectedError } from './pdf-error.ts'
import type { PdfResult, PdfFacts, PdfTask } from './inspect-pdf.ts'

const PAGE_SIZE = { maxWidth: 800, maxHeight: 1200 }
const MAX_META_LENGTH = 500

/** Returns the facts of a PDF or throws why it is rejected; any other error ends this process. */
const inspect = async (pdfium: Pdfium, pdf: Buffer, firstPage: boolean): Promise<PdfFacts> => {
  const document = await openPdf(pdfium, pdf)
  try {
    if (document.isRebuilt && isCutOff(pdf)) throw new PdfRejectedError('damaged')
    await assertNoActiveContentIn(pdf, document)
    const pageCount = document.countPages(MAX_PAGES + 1)
    if (pageCount === 0) throw new PdfRejectedError('no_pages')
    if (pageCount > MAX_PAGES) throw new PdfRejectedError('too_many_pages')
    const facts = {
      pageCount,
      title: cleanMeta(document.readMeta('Title')),
      author: cleanMeta(document.readMeta('Author')),
    }
    return firstPage ? { ...facts, firstPage: { png: await drawFirstPage(document) } } : facts
  } finally {
    document.close()
  }
}

/**
 * Scans the document twice. The file's own bytes show objects that PDFium skips and another viewer may find. PDFium's
 * copy shows the objects that its cross-references lead to, decrypted.
 */
const assertNoActiveContentIn = async (pdf: Buffer, document: PdfDocument): Promise<void> => {
  const { isEncrypted } = document
  await assertNoActiveContent(pdf, { streams: !isEncrypted, strings: !isEncrypted })
  await assertNoActiveContent(document.copyPlain(), { streams: isEncrypted, strings: true })
}

const cleanMeta = (text: string): string =>
  Array.from(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  )
    .slice(0, MAX_META_LENGTH)
    .join('')

const drawFirstPage = (document: PdfDocument): Promise<Buffer> =>
  toImage(document, 0).png({ compressionLevel: 3 }).toBuffer()

/** Draws one page, or the last one of a file that has fewer. */
const drawPage = async (pdfium: Pdfium, pdf: Buffer, number: number): Promise<Buffer> => {
  const document = await openPdf(pdfium, pdf)
  try {
    return await toImage(document, Math.max(1, document.countPages(number)) - 1)
      .webp({ quality: 70 })
      .toBuffer()
  } finally {
    document.close()
  }
}

const toImage = (document: PdfDocument, index: number) => {
  const { width, height, rgba } = document.drawPage(index, PAGE_SIZE)
  return sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
}

handleTasks(async () => {
  const pdfium = await loadPdfium()
  return async (task: PdfTask): Promise<PdfResult> => {
    try {
      if ('page' in task) return { page: await drawPage(pdfium, task.pdf, task.page) }
      return { facts: await inspect(pdfium, task.pdf, task.firstPage) }
    } catch (error) {
      if (error instanceof PdfRejectedError) return { rejected: error.reason }
      throw error
    }
  }
})

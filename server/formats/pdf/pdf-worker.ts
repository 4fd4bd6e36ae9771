import { sharp } from '#server/platform/images/open-sharp.ts'
import { assertNoActiveContent } from './active-content/active-content.ts'
import { adviseOnPdf } from './advise-on-pdf.ts'
import { handlePdfTasks } from './handle-pdf-tasks.ts'
import { isCutOff } from './open-pdf.ts'
import { pdfAccessibility, readLanguage } from './pdf-accessibility.ts'
import type { PdfDocument } from './pdfium.ts'
import { MAX_PAGES, PdfRejectedError } from './pdf-error.ts'
import { FOR_ADVICE, FOR_READERS } from './read-features.ts'
import type { InspectTask, PdfFacts, PdfTask } from './inspect-pdf.ts'

const PAGE_SIZE = { maxWidth: 800, maxHeight: 1200 }
const MAX_META_LENGTH = 500

const inspect = async (document: PdfDocument, { pdf, firstPage, advice }: InspectTask): Promise<PdfFacts> => {
  if (document.isRebuilt && isCutOff(pdf)) throw new PdfRejectedError('damaged')
  const plain = document.copyPlain()
  await assertNoActiveContentIn(pdf, { plain, isEncrypted: document.isEncrypted })
  const pageCount = document.countPages(MAX_PAGES + 1)
  if (pageCount === 0) throw new PdfRejectedError('no_pages')
  if (pageCount > MAX_PAGES) throw new PdfRejectedError('too_many_pages')
  const language = readLanguage(plain)
  const features = document.readFeatures(pageCount, advice ? FOR_ADVICE : FOR_READERS)
  const accessibility = pdfAccessibility(features, language)
  return {
    pageCount,
    title: cleanMeta(document.readMeta('Title')),
    author: cleanMeta(document.readMeta('Author')),
    language: accessibility.language,
    accessibility,
    advice: advice ? adviseOnPdf(features, { pageCount, language }) : [],
    ...(firstPage && { firstPage: { png: await drawFirstPage(document) } }),
  }
}

/**
 * Scans the document twice. The file's own bytes show objects that PDFium skips and another viewer may find. PDFium's
 * copy shows the objects that its cross-references lead to, decrypted.
 */
const assertNoActiveContentIn = async (
  pdf: Buffer,
  { plain, isEncrypted }: { plain: Buffer; isEncrypted: boolean },
): Promise<void> => {
  await assertNoActiveContent(pdf, { streams: !isEncrypted, strings: !isEncrypted })
  await assertNoActiveContent(plain, { streams: isEncrypted, strings: true })
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
const drawPage = (document: PdfDocument, number: number): Promise<Buffer> =>
  toImage(document, Math.max(1, document.countPages(number)) - 1)
    .webp({ quality: 70 })
    .toBuffer()

const toImage = (document: PdfDocument, index: number) => {
  const { width, height, rgba } = document.drawPage(index, PAGE_SIZE)
  return sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
}

handlePdfTasks<PdfTask>((document, task) => ('page' in task ? drawPage(document, task.page) : inspect(document, task)))

import { PDF_MAX_BYTES } from '#contract/publishing.ts'
import type { BookFormat } from '#server/formats/book-format.ts'
import { createFlowReader } from '#server/formats/pdf/text/read-flow.ts'
import { createPageReader } from '#server/formats/pdf/text/read-pages.ts'
import { FILE_POLICY } from '#server/platform/http/response/headers.ts'
import { createPdfInspector, isPdf } from './inspect-pdf.ts'

export const PDF: BookFormat = {
  name: 'pdf',
  folder: 'pdf',
  extension: '.pdf',
  contentType: 'application/pdf',
  policy: FILE_POLICY,
  isShownInline: true,
  drawsFirstPage: true,
  maxMegabytes: () => PDF_MAX_BYTES / 1024 / 1024,
  tooLarge: 'pdfTooLarge',
  recognizes: isPdf,
  openInspector: createPdfInspector,
  openPageReader: createPageReader,
  openFlowReader: createFlowReader,
}

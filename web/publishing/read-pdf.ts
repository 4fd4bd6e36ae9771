import type { PDFPageProxy } from 'pdfjs-dist'
import { loadPdf } from '#web/reading/load-pdf.ts'

const PREVIEW_WIDTH = 620

export interface PdfFacts {
  title: string
  author: string
  pageCount: number
  /** An image of the first page. */
  firstPage: Blob | undefined
}

/** Reads the metadata and the first page of a PDF in the browser. */
export const readPdf = async (file: File): Promise<PdfFacts> => {
  const { pdf, close } = await loadPdf({ data: new Uint8Array(await file.arrayBuffer()) })
  try {
    const [{ info }, page] = await Promise.all([pdf.getMetadata(), pdf.getPage(1)])
    const metadata = info as { Title?: unknown; Author?: unknown }
    return {
      title: toText(metadata.Title),
      author: toText(metadata.Author),
      pageCount: pdf.numPages,
      firstPage: await renderPage(page),
    }
  } finally {
    close()
  }
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200) : ''

const renderPage = async (page: PDFPageProxy): Promise<Blob | undefined> => {
  const { width, height } = page.getViewport({ scale: 1 })
  // Limits the height: a very tall page would exceed the maximum canvas size.
  const viewport = page.getViewport({ scale: Math.min(PREVIEW_WIDTH / width, (PREVIEW_WIDTH * 3) / height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport }).promise
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done))) ?? undefined
}

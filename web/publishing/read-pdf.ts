import type { PDFPageProxy } from 'pdfjs-dist'
import { loadPdf } from '#web/reading/load-pdf.ts'

const PREVIEW_WIDTH = 620

export interface PdfFacts {
  title: string
  author: string
  pageCount: number
  /** Its first page as a picture. */
  firstPage: Blob | undefined
}

/** What a PDF says of itself, read in the browser. */
export const readPdf = async (file: File): Promise<PdfFacts> => {
  const { pdf, close } = await loadPdf({ data: new Uint8Array(await file.arrayBuffer()) })
  try {
    const [{ info }, page] = await Promise.all([pdf.getMetadata(), pdf.getPage(1)])
    const said = info as { Title?: unknown; Author?: unknown }
    return {
      title: text(said.Title),
      author: text(said.Author),
      pageCount: pdf.numPages,
      firstPage: await picture(page),
    }
  } finally {
    close()
  }
}

const text = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200) : ''

const picture = async (page: PDFPageProxy): Promise<Blob | undefined> => {
  const { width, height } = page.getViewport({ scale: 1 })
  // A page of a strip's shape would need a canvas that no browser has.
  const viewport = page.getViewport({ scale: Math.min(PREVIEW_WIDTH / width, (PREVIEW_WIDTH * 3) / height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport }).promise
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done))) ?? undefined
}

import type { PDFPageProxy } from 'pdfjs-dist'
import { SAMPLE_SIDE, needsMount } from '#covers/mount-page.ts'
import type { PageSize } from '#covers/mount-page.ts'
import { loadPdf } from '#web/reading/pages/load-pdf.ts'

const PREVIEW_WIDTH = 620

export interface PdfFacts {
  title: string
  author: string
  /** As the PDF has it, which may be no language tag. */
  language: string
  pageCount: number
  /** Later than the rest: a page can take seconds to draw. Undefined if it can't be drawn. */
  firstPage: Promise<PageImage | undefined>
}

/** An image of the first page. */
export interface PageImage {
  image: Blob
  /** The size of a page that is mounted on a board. */
  mounted: PageSize | undefined
}

type PdfFault = 'password' | 'damaged'

/** Why pdf.js could not open a file, if the file is the reason. */
export const pdfFaultOf = (thrown: unknown): PdfFault | undefined => {
  const { name } = (thrown ?? {}) as { name?: unknown }
  if (name === 'PasswordException') return 'password'
  return name === 'InvalidPDFException' ? 'damaged' : undefined
}

/** Reads the metadata and the first page of a PDF in the browser. */
export const readPdf = async (file: File): Promise<PdfFacts> => {
  const { pdf, close } = await loadPdf({ data: new Uint8Array(await file.arrayBuffer()) })
  try {
    const [{ info }, page] = await Promise.all([pdf.getMetadata(), pdf.getPage(1)])
    const metadata = info as { Title?: unknown; Author?: unknown; Language?: unknown }
    const firstPage = renderPage(page)
      .catch(() => undefined)
      .finally(close)
    const words = {
      title: toText(metadata.Title),
      author: toText(metadata.Author),
      language: toText(metadata.Language),
    }
    return { ...words, pageCount: pdf.numPages, firstPage }
  } catch (thrown) {
    close()
    throw thrown
  }
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200) : ''

const renderPage = async (page: PDFPageProxy): Promise<PageImage | undefined> => {
  const { width, height } = page.getViewport({ scale: 1 })
  // Limits the height: a very tall page would exceed the maximum canvas size.
  const viewport = page.getViewport({ scale: Math.min(PREVIEW_WIDTH / width, (PREVIEW_WIDTH * 3) / height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport }).promise
  const image = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  return image ? { image, mounted: needsMount(canvas, sampleOf(canvas), 4) ? { width, height } : undefined } : undefined
}

const sampleOf = (canvas: HTMLCanvasElement) => {
  const small = document.createElement('canvas')
  small.width = SAMPLE_SIDE
  small.height = SAMPLE_SIDE
  const context = small.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.drawImage(canvas, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE)
  return context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data
}

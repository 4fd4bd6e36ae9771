import type { PDFDocumentProxy } from 'pdfjs-dist'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'

export interface LoadedPdf {
  pdf: PDFDocumentProxy
  /** Also terminates the worker. */
  close: () => void
}

type Source = { url: string } | { data: Uint8Array }

/** Loads a PDF in the browser. The first call imports pdf.js. */
export const loadPdf = async (source: Source): Promise<LoadedPdf> => {
  // Removes pdf.js from the server's bundle.
  if (import.meta.env.SSR) throw new Error('PDFs are loaded in the browser only')
  const [{ PDFWorker, VerbosityLevel, getDocument }, { DECODERS, PdfFiles }, { default: workerUrl }] =
    await Promise.all([
      import('pdfjs-dist'),
      import('./pdf-files.ts'),
      import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
    ])
  const port = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const task = getDocument({
    ...source,
    worker,
    BinaryDataFactory: PdfFiles,
    // pdf.js only checks that it is set: PdfFiles has the addresses.
    cMapUrl: '/',
    // So that a book looks the same on every machine.
    useSystemFonts: false,
    wasmUrl: DECODERS,
    useWorkerFetch: false,
    useWasm: false,
    // Range requests load the visible page first, then the rest of the file, so that it can be read offline.
    rangeChunkSize: 2 ** 17,
    disableStream: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    return { pdf: await Promise.race([task.promise, failureOf(port)]), close }
  } catch (thrown) {
    close()
    throw thrown
  }
}

const failureOf = (port: Worker) =>
  new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF worker did not start')), { once: true })
  })

import type { PDFDocumentProxy } from 'pdfjs-dist'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'

export interface LoadedPdf {
  pdf: PDFDocumentProxy
  /** Ends the worker too. */
  close: () => void
}

type Source = { url: string } | { data: Uint8Array }

/** Opens a PDF in the browser; pdf.js comes with the first call. */
export const loadPdf = async (source: Source): Promise<LoadedPdf> => {
  // The server's bundle has no use for pdf.js.
  if (import.meta.env.SSR) throw new Error('A PDF is opened in the browser')
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
    // Only its being set counts: PdfFiles knows the addresses.
    cMapUrl: '/',
    // A book looks the same on every machine, and pdf.js takes its own fonts from addresses that ours don't have.
    useSystemFonts: false,
    wasmUrl: DECODERS,
    useWorkerFetch: false,
    useWasm: false,
    // What the page on show needs comes first; the rest follows part by part, so that one can read on without a network.
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

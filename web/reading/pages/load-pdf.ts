import type { PDFDocumentProxy } from 'pdfjs-dist'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import { PART_BYTES } from '#web/session/early-file.ts'
import { openFile } from './open-file.ts'
import { loadPdfJs, pdfWorkerUrl } from './pdf-js.ts'

interface LoadedPdf {
  pdf: PDFDocumentProxy
  /** Rejects when the server does not send the rest of the file. */
  refusal: Promise<never>
  /** Also terminates the worker. */
  close: () => void
}

type Source = { url: string | File } | { data: Uint8Array }

/** pdf.js and its worker, which parses the PDF in a thread of its own. */
const startPdfJs = async () => {
  // Removes pdf.js from the server's bundle.
  if (import.meta.env.SSR) throw new Error('PDFs are loaded in the browser only')
  const port = new Worker(trustedScriptUrl(pdfWorkerUrl()), { type: 'module', name: 'pdf' })
  const failure = failureOf(port)
  // The failure is thrown by the document that is loaded with this worker.
  failure.catch(() => undefined)
  const [pdfJs, files] = await Promise.all([loadPdfJs(), import('./pdf-files.ts')])
  return { port, failure, pdfJs, files }
}

let started: ReturnType<typeof startPdfJs> | undefined

/** Starts pdf.js before the first PDF is known. */
export const preparePdfJs = () => {
  started ??= startPdfJs()
  started.catch(() => undefined)
}

/** Loads a PDF in the browser. The first call imports pdf.js. */
export const loadPdf = async (source: Source): Promise<LoadedPdf> => {
  const starting = started ?? startPdfJs()
  started = undefined
  const { port, failure, pdfJs, files } = await starting
  const { PDFDataRangeTransport, PDFWorker, VerbosityLevel, getDocument } = pdfJs
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const { promise: refusal, reject: onRefusal } = Promise.withResolvers<never>()
  refusal.catch(() => undefined)
  let destroyTask = () => Promise.resolve()
  const close = () => {
    void destroyTask().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    const task = getDocument({
      ...('url' in source ? await openFile(source.url, PDFDataRangeTransport, onRefusal) : source),
      worker,
      BinaryDataFactory: files.PdfFiles,
      // pdf.js only checks that it is set: PdfFiles has the addresses.
      cMapUrl: '/',
      // So that a book looks the same on every machine.
      useSystemFonts: false,
      wasmUrl: files.DECODERS,
      useWorkerFetch: false,
      useWasm: false,
      // Range requests load the visible page first, then the rest of the file, so that it can be read offline.
      rangeChunkSize: PART_BYTES,
      disableStream: true,
      enableXfa: false,
      verbosity: VerbosityLevel.ERRORS,
    })
    destroyTask = () => task.destroy()
    return { pdf: await Promise.race([task.promise, failure, refusal]), refusal, close }
  } catch (thrown) {
    close()
    throw thrown
  }
}

const failureOf = (port: Worker) =>
  new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF worker did not start')), { once: true })
  })

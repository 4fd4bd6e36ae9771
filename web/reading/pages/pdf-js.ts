// oxlint-disable-next-line import/default -- Vite adds the export.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
// oxlint-disable-next-line import/default -- Vite adds the export.
import legacyWorkerUrl from './legacy-pdf-worker.ts?worker&url'

/** Whether this browser lacks what pdf.js needs, as the inline script in the page's head found: it loads the legacy build. */
const isLegacy = () => document.documentElement.dataset['pdf'] === 'legacy'

/** pdf.js, without its viewer. */
export const loadPdfJs = () => (isLegacy() ? import('pdfjs-dist/legacy/build/pdf.mjs') : import('pdfjs-dist'))

/** The address of the worker for that build. */
export const pdfWorkerUrl = () => (isLegacy() ? legacyWorkerUrl : workerUrl)

/** The modules of pdf.js' viewer. */
export const loadViewer = async () => {
  if (import.meta.env.SSR) throw new Error('Pages are shown in the browser only')
  // The viewer reads pdf.js from the global object, which this import sets.
  await loadPdfJs()
  const [viewer] = await Promise.all([
    isLegacy() ? import('pdfjs-dist/legacy/web/pdf_viewer.mjs') : import('pdfjs-dist/web/pdf_viewer.mjs'),
    import('pdfjs-dist/web/pdf_viewer.css'),
  ])
  return viewer
}

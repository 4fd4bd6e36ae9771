import { setPriority } from 'node:os'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { openPdf } from './open-pdf.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfAnswer } from './pdf-process.ts'
import { loadPdfium, type PdfDocument } from './pdfium.ts'

/** Below the server and the database. */
export const LOW_PRIORITY = 10

/** The program's side of `createPdfProcess`. An error that is no reason to reject the file ends this process. */
export const handlePdfTasks = <Task extends { pdf: Buffer }>(
  work: (document: PdfDocument, task: Task) => unknown,
  { priority }: { priority?: number } = {},
) =>
  handleTasks(async () => {
    const pdfium = await loadPdfium()
    if (priority !== undefined) setPriority(priority)
    return async (task: Task): Promise<PdfAnswer> => {
      try {
        const document = await openPdf(pdfium, task.pdf)
        try {
          return { result: await work(document, task) }
        } finally {
          document.close()
        }
      } catch (error) {
        if (error instanceof PdfRejectedError) return { rejected: error.reason }
        throw error
      }
    }
  })

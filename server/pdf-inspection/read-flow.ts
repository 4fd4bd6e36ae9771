import { ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import type { BookText } from './compose-text.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfReason } from './pdf-error.ts'

export type FlowTask = { pdf: Buffer }
export type FlowResult = BookText | { rejected: PdfReason }

const PROGRAM = new URL('./flow-worker.ts', import.meta.url)
/** The time of some thousand pages. */
const LIMITS: Limits = { cpuMs: 60_000, wallMs: 300_000, idleMs: 5_000, memoryBytes: 400 * 1024 * 1024 }

/**
 * Reads PDFs as text that flows in a sandboxed process of its own with a low priority. `read` throws `PdfRejectedError` for
 * a file that can't be read.
 */
export const createFlowReader = () => {
  const busy = () => new Error('Too many PDFs are waiting to be read')
  const worker = new SandboxedProcess<FlowTask>({ program: PROGRAM, limits: LIMITS, busy })
  return {
    read: async (pdf: Buffer, stopping: AbortSignal): Promise<BookText> => {
      const stop = () => worker.close()
      stopping.addEventListener('abort', stop)
      try {
        const result = await worker.run<FlowResult>(async () => {
          stopping.throwIfAborted()
          return { pdf }
        })
        if ('rejected' in result) throw new PdfRejectedError(result.rejected)
        return result
      } catch (error) {
        // A process that was stopped has died of no fault of the file.
        if (error instanceof ProcessDiedError && !stopping.aborted) throw new PdfRejectedError('too_complex')
        throw error
      } finally {
        stopping.removeEventListener('abort', stop)
      }
    },
    close: () => worker.close(),
  }
}

export type FlowReader = ReturnType<typeof createFlowReader>

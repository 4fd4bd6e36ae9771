import { type Limits, ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError, type PdfReason } from './pdf-error.ts'

export type PdfAnswer = { result: unknown } | { rejected: PdfReason }

interface Options {
  program: URL
  limits: Omit<Limits, 'memoryBytes'> & Partial<Limits>
  busy: () => Error
}

const MEMORY_BYTES = 400 * 1024 * 1024

/**
 * A sandboxed process for PDFs, whose program calls `handlePdfTasks`. `run` throws `PdfRejectedError` for a file that
 * can't be opened.
 */
export const createPdfProcess = <Task extends { pdf: Buffer }>({ program, limits, busy }: Options) => {
  const sandboxed = new SandboxedProcess<Task>({ program, limits: { memoryBytes: MEMORY_BYTES, ...limits }, busy })
  return {
    run: async <Result>(createTask: () => Promise<Task>): Promise<Result> => {
      const answer = await sandboxed.run<PdfAnswer>(createTask).catch(toTooComplex)
      if ('rejected' in answer) throw new PdfRejectedError(answer.rejected)
      return answer.result as Result
    },
    close: () => sandboxed.close(),
    get pid() {
      return sandboxed.pid
    },
  }
}

/** A PDF that ended the process might do the same to a reader's program. */
const toTooComplex = (error: unknown): PdfAnswer => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

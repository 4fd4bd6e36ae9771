import { ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfReason } from './pdf-error.ts'

export type PageTask = { pdf: Buffer; from: number }
/** The texts of some pages, from the one that was asked for, and whether they are the last ones. */
export type PageTexts = { texts: string[]; isEnd: boolean }
export type PageResult = PageTexts | { rejected: PdfReason }

const PROGRAM = new URL('./text-worker.ts', import.meta.url)
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 120_000, idleMs: 5_000, memoryBytes: 400 * 1024 * 1024 }

/**
 * Reads the texts of PDFs in a sandboxed process of its own with a low priority, so that uploads do not wait for it.
 * `read` throws `PdfRejectedError` for a file that can't be read.
 */
export const createPageReader = () => {
  const busy = () => new Error('Too many PDFs are waiting to be read')
  const worker = new SandboxedProcess<PageTask>({ program: PROGRAM, limits: LIMITS, busy })
  return {
    /** Some pages from this one, counted from 0: as many as are read in a moment, but at least one. */
    read: async (pdf: Buffer, from: number): Promise<PageTexts> => {
      const result = await worker.run<PageResult>(async () => ({ pdf, from })).catch(toTooComplex)
      if ('rejected' in result) throw new PdfRejectedError(result.rejected)
      return result
    },
    close: () => worker.close(),
  }
}

export type PageReader = ReturnType<typeof createPageReader>

const toTooComplex = (error: unknown): PageResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

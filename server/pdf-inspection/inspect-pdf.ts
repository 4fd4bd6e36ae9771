import { open, readFile } from 'node:fs/promises'
import { SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfReason } from './pdf-error.ts'

export { PdfRejectedError }

export type PdfTask = { pdf: Buffer; firstPage: boolean }
export type PdfFacts = { pageCount: number; title: string; author: string; firstPage?: { png: Buffer } }
export type PdfResult = { facts: PdfFacts } | { rejected: PdfReason }

const PROGRAM = new URL('./pdf-worker.ts', import.meta.url)
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 400 * 1024 * 1024 }

export class PdfQueueFullError extends Error {
  override name = 'PdfQueueFull'
}

/**
 * Inspects uploaded PDFs in a sandboxed process, one at a time. `inspect` throws `PdfRejectedError`, or
 * `PdfQueueFullError` when the queue is full. This process reads the bytes and never parses them.
 */
export const createPdfInspector = (limits: Partial<Limits> = {}) => {
  const worker = new SandboxedProcess<PdfTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new PdfQueueFullError('Too many PDFs are waiting to be opened'),
  })
  return {
    inspect: async (file: string, { firstPage }: { firstPage: boolean }): Promise<PdfFacts> => {
      await assertPdfHeader(file)
      const createTask = async () => ({ pdf: await readFile(file), firstPage })
      const result = await worker.run<PdfResult>(createTask).catch(toTooComplex)
      if ('rejected' in result) throw new PdfRejectedError(result.rejected)
      return result.facts
    },
    close: () => worker.close(),
    pid: () => worker.pid,
  }
}

export type InspectPdf = ReturnType<typeof createPdfInspector>['inspect']

/** A PDF that ended the process might do the same to a reader's program. */
const toTooComplex = (error: unknown): PdfResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

const HEADER = '%PDF-'

/** The header must be the first bytes: a file that is also a script or an HTML page begins with something else. */
const assertPdfHeader = async (file: string): Promise<void> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
  if (bytesRead === 0) throw new PdfRejectedError('empty')
  if (buffer.toString('latin1') !== HEADER) throw new PdfRejectedError('not_pdf')
}

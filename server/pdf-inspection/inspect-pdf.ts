import { open } from 'node:fs/promises'
import { SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfReason } from './pdf-error.ts'

export { PdfRejectedError }

export type PdfTask = { file: string; firstPage: boolean }
export type PdfFacts = { pageCount: number; title: string; author: string; firstPage?: { png: Buffer } }
export type PdfResult = { facts: PdfFacts } | { refused: PdfReason } | { failed: string }

const PROGRAM = new URL('./pdf-worker.ts', import.meta.url)
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 400 * 1024 * 1024 }

export class PdfQueueFullError extends Error {
  override name = 'PdfBusy'
}

/**
 * Opens uploaded PDFs in a process of their own, one at a time: `open` tells what one is or throws `PdfRejectedError`, or
 * `PdfQueueFullError` when too many wait. The file is named, never read here.
 */
export const createPdfInspector = (limits: Partial<Limits> = {}) => {
  const reader = new SandboxedProcess<PdfTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new PdfQueueFullError('Too many PDFs are waiting to be opened'),
  })
  return {
    inspect: async (file: string, { firstPage }: { firstPage: boolean }): Promise<PdfFacts> => {
      await assertPdfHeader(file)
      const answer = await reader.ask<PdfResult>({ file, firstPage }).catch(asTooComplex)
      if ('refused' in answer) throw new PdfRejectedError(answer.refused)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.facts
    },
    close: () => reader.close(),
    pid: () => reader.pid,
  }
}

export type InspectPdf = ReturnType<typeof createPdfInspector>['inspect']

/** Whatever a PDF did to the process that opened it, no reader should meet it. */
const asTooComplex = (error: unknown): PdfResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { refused: 'too_complex' }
}

const HEAD = '%PDF-'

/** Only a file that is a PDF from its first byte: one that is a page or a script as well has something before it. */
const assertPdfHeader = async (file: string): Promise<void> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0)
  if (bytesRead === 0) throw new PdfRejectedError('empty')
  if (buffer.toString('latin1') !== HEAD) throw new PdfRejectedError('not_pdf')
}

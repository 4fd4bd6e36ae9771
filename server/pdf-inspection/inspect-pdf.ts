import { open, readFile } from 'node:fs/promises'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError } from './pdf-error.ts'
import type { PdfReason } from './pdf-error.ts'

export { PdfRejectedError }

export type PdfTask = { pdf: Buffer; firstPage: boolean } | { pdf: Buffer; page: number }
export type PdfFacts = { pageCount: number; title: string; author: string; firstPage?: { png: Buffer } }
/** `page` is a WebP image. */
export type PdfResult = { facts: PdfFacts } | { page: Buffer } | { rejected: PdfReason }

/** With one, a file that takes all its time would block the others. */
const WORKERS = 2
const MAX_WAITING = 20
const PROGRAM = new URL('./pdf-worker.ts', import.meta.url)
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 400 * 1024 * 1024 }

export class PdfQueueFullError extends Error {
  override name = 'PdfQueueFull'
}

interface Options {
  /** Also draws the first page. */
  firstPage: boolean
  /** Whose file it is: of one caller one file is opened at a time, so that slow files do not block others' files. */
  caller?: string | null
}

/**
 * Inspects uploaded PDFs in two sandboxed processes. `inspect` throws `PdfRejectedError`, or `PdfQueueFullError` when the
 * queue is full. This process reads the bytes and never parses them.
 */
export const createPdfInspector = (limits: Partial<Limits> = {}) => {
  const busy = () => new PdfQueueFullError('Too many PDFs are waiting to be opened')
  const workers = Array.from(
    { length: WORKERS },
    () => new SandboxedProcess<PdfTask>({ program: PROGRAM, limits: { ...LIMITS, ...limits }, busy }),
  )
  const idle = [...workers].reverse()
  const queue = createConcurrencyLimit({ concurrency: WORKERS, maxQueue: MAX_WAITING, onFull: busy })
  const inTurn = createTurns()

  const run = (createTask: () => Promise<PdfTask>) =>
    queue(async () => {
      const worker = idle.pop()
      if (!worker) throw busy()
      return worker.run<PdfResult>(createTask).finally(() => idle.push(worker))
    })
  return {
    inspect: async (file: string, { firstPage, caller }: Options): Promise<PdfFacts> => {
      await assertPdfHeader(file)
      const work = () => run(async () => ({ pdf: await readFile(file), firstPage })).catch(toTooComplex)
      const result = await (caller ? inTurn(caller, work) : work())
      if ('rejected' in result) throw new PdfRejectedError(result.rejected)
      if (!('facts' in result)) throw new Error('the worker answered another task')
      return result.facts
    },
    /** Draws a page of a published book as WebP; the last one if it has fewer. Undefined where it can't be drawn now. */
    drawPage: async (pdf: Buffer, page: number): Promise<Buffer | undefined> => {
      const result = await run(async () => ({ pdf, page })).catch(toUndrawn)
      return result && 'page' in result ? result.page : undefined
    },
    close: () => workers.forEach((worker) => worker.close()),
    pid: () => workers.find(({ pid }) => pid !== undefined)?.pid,
  }
}

/** Runs the work of one caller one after another. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(caller)
    const turn = (before ?? Promise.resolve()).then(work, work)
    last.set(caller, turn)
    try {
      return await turn
    } finally {
      if (last.get(caller) === turn) last.delete(caller)
    }
  }
}

export type InspectPdf = ReturnType<typeof createPdfInspector>['inspect']
export type DrawPage = ReturnType<typeof createPdfInspector>['drawPage']

/** A PDF that ended the process might do the same to a reader's program. */
const toTooComplex = (error: unknown): PdfResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

const toUndrawn = (error: unknown): undefined => {
  if (!(error instanceof ProcessDiedError || error instanceof PdfQueueFullError)) throw error
}

const HEADER = '%PDF-'

/** The header must be the first bytes: a file that is also a script or an HTML page begins with something else. */
const assertPdfHeader = async (file: string): Promise<void> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
  if (bytesRead === 0) throw new PdfRejectedError('empty')
  if (buffer.toString('latin1') !== HEADER) throw new PdfRejectedError('not_pdf')
}

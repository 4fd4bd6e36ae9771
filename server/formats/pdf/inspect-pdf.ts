import { open, readFile } from 'node:fs/promises'
import {
  type FileFacts,
  FileRejectedError,
  type InspectOptions,
  type Inspector,
  InspectorBusyError,
} from '#server/formats/book-format.ts'
import { createTurns } from '#server/formats/caller-turns.ts'
import { createProcessPool, type Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { PdfRejectedError } from './pdf-error.ts'
import { createPdfProcess } from './pdf-process.ts'

export type InspectTask = { pdf: Buffer; firstPage: boolean; advice: boolean }
/** What the process says of a PDF. */
export type PdfFacts = Omit<FileFacts, 'description' | 'cover' | 'findings'>
export type PdfTask = InspectTask | { pdf: Buffer; page: number }

/** The number of processes that inspect PDFs. With one, a file that takes all its time would block the others. */
const WORKERS = 2
const PROGRAM = new URL('./pdf-worker.ts', import.meta.url)
const LIMITS = { cpuMs: 12_000, wallMs: 60_000, idleMs: 60_000 }

/** A PDF has no edition. */
interface PdfInspector extends Omit<Inspector, 'inspect'> {
  inspect: (file: string, options: Omit<InspectOptions, 'edition'>) => Promise<FileFacts>
  pid: () => number | undefined
}

/** Inspects uploaded PDFs in two sandboxed processes. This process reads the bytes and never parses them. */
export const createPdfInspector = (limits: Partial<Limits> = {}): PdfInspector => {
  const busy = () => new InspectorBusyError('Too many PDFs are waiting to be opened')
  const open = () => createPdfProcess<PdfTask>({ program: PROGRAM, limits: { ...LIMITS, ...limits }, busy })
  const pool = createProcessPool(WORKERS, open, busy)
  const inTurn = createTurns()

  const run = <Result>(createTask: () => Promise<PdfTask>) => pool.run((worker) => worker.run<Result>(createTask))
  return {
    inspect: async (file, { firstPage, advice = false, caller }) => {
      await assertPdfHeader(file)
      const work = () => run<PdfFacts>(async () => ({ pdf: await readFile(file), firstPage, advice }))
      return { ...(await inTurn(caller, work)), description: '', findings: [] }
    },
    copyPage: async (book, page) => {
      const picture = await run<Buffer>(async () => ({ pdf: await book.bytes(), page })).catch(toUndrawn)
      return picture && { picture }
    },
    close: pool.close,
    pid: pool.pid,
  }
}

const toUndrawn = (error: unknown): undefined => {
  if (!(error instanceof FileRejectedError || error instanceof InspectorBusyError)) throw error
}

const HEADER = '%PDF-'

/** The header must be the first bytes: a file that is also a script or an HTML page begins with something else. */
export const isPdf = (head: Buffer): boolean => head.toString('latin1', 0, HEADER.length) === HEADER

const assertPdfHeader = async (file: string): Promise<void> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
  if (bytesRead === 0) throw new PdfRejectedError('empty')
  if (!isPdf(buffer)) throw new PdfRejectedError('not_pdf')
}

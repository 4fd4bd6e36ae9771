import { readFile } from 'node:fs/promises'
import {
  type CatalogEntry,
  type ChapterFile,
  InspectorBusyError,
  type PackedPages,
  type PagesPacker,
  type PagesToPack,
} from '#server/formats/book-format.ts'
import { type EpubReason, EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { type Limits, ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import type { ConvertedManuscript, ManuscriptTask } from './convert-manuscript.ts'
import { type ManuscriptReason, ManuscriptRejectedError } from './manuscript-error.ts'
import type { KnownWords } from './manuscript.ts'

export type ManuscriptResult =
  | { converted: ConvertedManuscript }
  | { rejected: ManuscriptReason }
  | { rejectedArchive: EpubReason }

interface ManuscriptOptions {
  fileName: string
  words: KnownWords
  chapter?: ChapterFile | undefined
  entry?: CatalogEntry | undefined
  compares?: boolean | undefined
}

const MEGABYTE = 1024 * 1024
const PROGRAM = new URL('./manuscript-worker.ts', import.meta.url)
const LIMITS: Limits = {
  cpuMs: 20_000,
  wallMs: 120_000,
  idleMs: 60_000,
  memoryBytes: 512 * MEGABYTE,
  heapMb: 384,
}

/** Converts manuscripts in a sandboxed process, one at a time. This process takes the bytes and never parses them. */
export const createManuscriptConverter = (limits: Partial<Limits> = {}) => {
  const busy = () => new InspectorBusyError('Too many manuscripts are waiting to be converted')
  const worker = new SandboxedProcess<ManuscriptTask>({ program: PROGRAM, limits: { ...LIMITS, ...limits }, busy })
  return {
    /** Throws `ManuscriptRejectedError`, `EpubRejectedError` for a hostile archive, and `InspectorBusyError`. */
    convert: async (
      file: string,
      { fileName, words, chapter, entry, compares }: ManuscriptOptions,
    ): Promise<ConvertedManuscript> => {
      const result = await worker
        .run<ManuscriptResult>(async () => ({
          bytes: await readFile(file),
          fileName,
          words,
          entry,
          compares,
          ...(chapter && { chapter: { ...chapter, bytes: await readFile(chapter.path) } }),
        }))
        .catch(toTooComplex)
      if ('rejected' in result) throw new ManuscriptRejectedError(result.rejected)
      if ('rejectedArchive' in result) throw new EpubRejectedError(result.rejectedArchive)
      return result.converted
    },
    close: () => worker.close(),
    pid: () => worker.pid,
  }
}

export type ManuscriptConverter = ReturnType<typeof createManuscriptConverter>

/** A manuscript that ended the process would do the same again. */
const toTooComplex = (error: unknown): ManuscriptResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

/** Makes EPUBs of text views in a sandboxed process of its own. */
export const createPagesPacker = (): PagesPacker => {
  const busy = () => new InspectorBusyError('Too many text views are waiting to be packed')
  const worker = new SandboxedProcess<PagesToPack>({ program: PROGRAM, limits: LIMITS, busy })
  const toRejected = (error: unknown): never => {
    throw error instanceof ProcessDiedError ? new ManuscriptRejectedError('too_complex') : error
  }
  return {
    pack: (pages) => worker.run<PackedPages>(async () => pages).catch(toRejected),
    close: () => worker.close(),
  }
}

import { readFile } from 'node:fs/promises'
import type { EpubManifest } from '#contract/shapes/epub.ts'
import { InspectorBusyError } from '#server/formats/book-format.ts'
import {
  createProcessPool,
  type Limits,
  ProcessDiedError,
  SandboxedProcess,
} from '#server/platform/sandbox/sandboxed-process.ts'
import { type EpubReason, EpubRejectedError } from './epub-error.ts'
import type { EpubPart } from './ingest-epub.ts'

export { EpubRejectedError }

export type EpubTask = { epub: Buffer }
export type EpubResult = { isComplete: true } | { rejected: EpubReason }
/** What is stored of a book beside its file; the manifest is returned. */
export type StoredPart = Exclude<EpubPart, { manifest: unknown }>

const MEGABYTE = 1024 * 1024
const PROGRAM = new URL('./epub-worker.ts', import.meta.url)
/** Enough for a book of 50 MB, unpacked as far as it is read, and the tree of its longest document. */
const LIMITS: Limits = {
  cpuMs: 20_000,
  wallMs: 120_000,
  idleMs: 60_000,
  memoryBytes: 512 * MEGABYTE,
  heapMb: 256,
}
/** The number of processes that read EPUBs. With one, a file that takes all its time would block the others. */
const WORKERS = 2

/**
 * Reads uploaded EPUBs in two sandboxed processes. This process takes the bytes and never parses them.
 */
export const createEpubReader = (limits: Partial<Limits> = {}) => {
  const busy = () => new InspectorBusyError('Too many EPUBs are waiting to be opened')
  const open = () => new SandboxedProcess<EpubTask>({ program: PROGRAM, limits: { ...LIMITS, ...limits }, busy })
  const { run, close, pid } = createProcessPool(WORKERS, open, busy)
  return {
    /**
     * Hands over the chapters, in their order, and the files that they show, one at a time, and returns the manifest.
     * Throws `EpubRejectedError`, after which what was handed over is void, and `InspectorBusyError`.
     */
    read: (file: string, onPart: (part: StoredPart) => Promise<void>): Promise<EpubManifest> =>
      run((worker) => readIn(worker, file, onPart)),
    close,
    pid,
  }
}

export type EpubReader = ReturnType<typeof createEpubReader>

const readIn = async (
  worker: SandboxedProcess<EpubTask>,
  file: string,
  onPart: (part: StoredPart) => Promise<void>,
): Promise<EpubManifest> => {
  let manifest: EpubManifest | undefined
  const take = async (part: unknown) => {
    const one = part as EpubPart
    if ('manifest' in one) manifest = one.manifest
    else await onPart(one)
  }
  const result = await worker.run<EpubResult>(async () => ({ epub: await readFile(file) }), take).catch(toTooComplex)
  if ('rejected' in result) throw new EpubRejectedError(result.rejected)
  if (!manifest) throw new Error('the worker process returned no manifest')
  return manifest
}

/** An EPUB that ended the process would do the same again. */
const toTooComplex = (error: unknown): EpubResult => {
  if (!(error instanceof ProcessDiedError)) throw error
  return { rejected: 'too_complex' }
}

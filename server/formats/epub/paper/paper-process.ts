import {
  type BookToTypeset,
  InspectorBusyError,
  type TypesetBook,
  type Typesetter,
} from '#server/formats/book-format.ts'
import { type Limits, ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import { PaperRejectedError, type PaperReason } from './paper-error.ts'

export type PaperResult = { made: TypesetBook } | { rejected: PaperReason }

const MEGABYTE = 1024 * 1024
/** A book of 300 pages takes a tenth of this time. */
const LIMITS: Limits = {
  cpuMs: 90_000,
  wallMs: 300_000,
  idleMs: 10_000,
  memoryBytes: 1000 * MEGABYTE,
  heapMb: 448,
}
/** Below the server and the database. */
const NICENESS = 10

/** Sets books for paper in a sandboxed process. */
export const createTypesetter = (limits: Partial<Limits> = {}): Typesetter => {
  const worker = new SandboxedProcess<BookToTypeset>({
    program: new URL('./paper-worker.ts', import.meta.url),
    limits: { ...LIMITS, ...limits },
    busy: () => new InspectorBusyError('Too many books are waiting to be set'),
    niceness: NICENESS,
  })
  return {
    typeset: async (createTask) => {
      const result = await worker.run<PaperResult>(createTask).catch((error: unknown): PaperResult => {
        if (!(error instanceof ProcessDiedError)) throw error
        return { rejected: 'too-complex' }
      })
      if ('rejected' in result) throw new PaperRejectedError(result.rejected)
      return result.made
    },
    close: () => worker.close(),
    pid: () => worker.pid,
  }
}

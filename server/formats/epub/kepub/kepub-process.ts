import { InspectorBusyError, type KepubMaker } from '#server/formats/book-format.ts'
import { type Limits, ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import { KepubRejectedError, type KepubReason } from './kepub-error.ts'

export type KepubTask = { epub: Uint8Array }
export type KepubResult = { kepub: Uint8Array } | { rejected: KepubReason }

const MEGABYTE = 1024 * 1024
const PROGRAM = new URL('./kepub-worker.ts', import.meta.url)
/** A book of 50 MB, unpacked and packed again. */
const LIMITS: Limits = {
  cpuMs: 20_000,
  wallMs: 120_000,
  idleMs: 60_000,
  memoryBytes: 512 * MEGABYTE,
  heapMb: 256,
}

/** Makes KEPUBs in a sandboxed process, one at a time. This process takes the bytes and never parses them. */
export const createKepubMaker = (limits: Partial<Limits> = {}): KepubMaker => {
  const worker = new SandboxedProcess<KepubTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new InspectorBusyError('Too many books are waiting to become KEPUBs'),
  })
  return {
    make: async (readEpub) => {
      const result = await worker
        .run<KepubResult>(async () => ({ epub: await readEpub() }))
        .catch((error: unknown): KepubResult => {
          if (!(error instanceof ProcessDiedError)) throw error
          return { rejected: 'too_complex' }
        })
      if ('rejected' in result) throw new KepubRejectedError(result.rejected)
      return result.kepub
    },
    close: () => worker.close(),
  }
}

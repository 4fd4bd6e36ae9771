import type { FlowingText, FlowReader } from '#server/formats/book-format.ts'
import { createPdfProcess } from '#server/formats/pdf/pdf-process.ts'

export type FlowTask = { pdf: Buffer }

const PROGRAM = new URL('./flow-worker.ts', import.meta.url)
/** The time of some thousand pages. */
const LIMITS = { cpuMs: 60_000, wallMs: 300_000, idleMs: 5_000 }

/** Reads PDFs as text that flows in a sandboxed process of its own with a low priority. */
export const createFlowReader = (): FlowReader => {
  const busy = () => new Error('Too many PDFs are waiting to be read')
  const { run, close } = createPdfProcess<FlowTask>({ program: PROGRAM, limits: LIMITS, busy })
  return {
    read: async (book, stopping) => {
      stopping.addEventListener('abort', close)
      try {
        return await run<FlowingText>(async () => {
          const pdf = await book.bytes()
          stopping.throwIfAborted()
          return { pdf }
        })
      } finally {
        stopping.removeEventListener('abort', close)
      }
    },
    close,
  }
}

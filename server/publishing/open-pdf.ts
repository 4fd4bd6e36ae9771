import { open } from 'node:fs/promises'
import { oneAtATime } from '#server/platform/one-at-a-time.ts'
import { PdfProcess } from './pdf-process.ts'
import type { PdfFacts, PdfLimits } from './pdf-process.ts'
import { PdfRefused } from './pdf-refused.ts'

export { PdfRefused }

const MAX_WAITING = 20
const LIMITS: PdfLimits = { cpuMs: 12_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 400 * 1024 * 1024 }

export class PdfBusy extends Error {
  override name = 'PdfBusy'
}

/**
 * Opens uploaded PDFs in a process of their own, one at a time: `open` tells what one is or throws `PdfRefused`, or
 * `PdfBusy` when too many wait. The file is named, never read here.
 */
export const createPdfOpener = (limits: Partial<PdfLimits> = {}) => {
  const reader = new PdfProcess({ ...LIMITS, ...limits })
  const queue = oneAtATime(MAX_WAITING, () => new PdfBusy('Too many PDFs are waiting to be opened'))
  return {
    open: async (file: string, { firstPage }: { firstPage: boolean }): Promise<PdfFacts> => {
      await refuseByHead(file)
      const answer = await queue(() => reader.ask({ file, firstPage }))
      if ('refused' in answer) throw new PdfRefused(answer.refused)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.facts
    },
    close: () => reader.close(),
    pid: () => reader.pid,
  }
}

export type OpenPdf = ReturnType<typeof createPdfOpener>['open']

const HEAD = '%PDF-'

/** Only a file that is a PDF from its first byte: one that is a page or a script as well has something before it. */
const refuseByHead = async (file: string): Promise<void> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0)
  if (bytesRead === 0) throw new PdfRefused('empty')
  if (buffer.toString('latin1') !== HEAD) throw new PdfRefused('not_pdf')
}

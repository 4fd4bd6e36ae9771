import { SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { ImageQueueFullError, ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { ImageReason } from '#server/platform/images/image-error.ts'
import type { CoverWords, EncodedCover, ImageProcessor } from '#server/platform/images/image-processor.ts'

export type ImageTask =
  | { kind: 'encode'; input: Buffer | string }
  | { kind: 'draw'; words: CoverWords }
  | { kind: 'square'; path: string; side: number }
export type ImageResult<Made = EncodedCover | Buffer> = { made: Made } | { refused: ImageReason } | { failed: string }

const PROGRAM = new URL('./image-worker.ts', import.meta.url)
/** An AVIF of 64 million pixels takes 1.2 GB while it is opened. */
const LIMITS: Limits = { cpuMs: 20_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 1536 * 1024 * 1024 }

/** ImageProcessor are worked on in a process of their own, so that neither what a decoder does nor what it keeps is ours. */
export const createImageProcessor = (limits: Partial<Limits> = {}): ImageProcessor => {
  const painter = new SandboxedProcess<ImageTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new ImageQueueFullError('Too many images are waiting to be encoded'),
  })
  const ask = async <Made>(question: ImageTask, died: () => Error): Promise<Made> => {
    const answer = await painter.ask<ImageResult<Made>>(question).catch((error: unknown) => {
      throw error instanceof ProcessDiedError ? died() : error
    })
    if ('refused' in answer) throw new ImageRejectedError(answer.refused)
    if ('failed' in answer) throw new Error(answer.failed)
    return answer.made
  }
  return {
    encodeCover: (input) => ask<EncodedCover>({ kind: 'encode', input }, tooBig),
    drawCover: (words) => ask<EncodedCover>({ kind: 'draw', words }, later),
    square: (path, side) => ask<Buffer>({ kind: 'square', path, side }, tooBig),
    prepare: () => painter.prepare(),
    close: () => painter.close(),
    pid: () => painter.pid,
  }
}

const tooBig = () => new ImageRejectedError('too_big')
/** The author's words did nothing wrong. */
const later = () => new ImageQueueFullError('The process that drew a cover died')

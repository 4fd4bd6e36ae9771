import { readFile } from 'node:fs/promises'
import type { Genre } from '#contract/genres.ts'
import type { Cover } from '#covers/draw-cover.ts'
import { SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { ImageQueueFullError, ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { ImageReason } from '#server/platform/images/image-error.ts'
import type { EncodedCover, ImageProcessor } from '#server/platform/images/image-processor.ts'

export type ImageTask =
  | { kind: 'encode'; input: Buffer }
  | { kind: 'page'; input: Buffer; genre: Genre }
  | { kind: 'draw'; words: Cover }
  | { kind: 'square'; input: Buffer; side: number }
export type ImageResult<Output = EncodedCover | Buffer> =
  | { output: Output }
  | { rejected: ImageReason }
  | { failed: string }

const PROGRAM = new URL('./image-worker.ts', import.meta.url)
/** Decoding an AVIF of 64 million pixels takes 1.2 GB. */
const LIMITS: Limits = { cpuMs: 20_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 1536 * 1024 * 1024 }

/** Decodes and encodes images in a sandboxed process: the server loads no decoder. */
export const createImageProcessor = (limits: Partial<Limits> = {}): ImageProcessor => {
  const worker = new SandboxedProcess<ImageTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new ImageQueueFullError('Too many images are waiting to be encoded'),
  })
  const run = async <Output>(createTask: () => Promise<ImageTask>, onDeath: () => Error): Promise<Output> => {
    const result = await worker.run<ImageResult<Output>>(createTask).catch((error: unknown) => {
      throw error instanceof ProcessDiedError ? onDeath() : error
    })
    if ('rejected' in result) throw new ImageRejectedError(result.rejected)
    if ('failed' in result) throw new Error(result.failed)
    return result.output
  }
  return {
    encodeCover: (input) => run<EncodedCover>(async () => ({ kind: 'encode', input: await bytesOf(input) }), tooBig),
    encodeFirstPage: (input, genre) => run<EncodedCover>(async () => ({ kind: 'page', input, genre }), tooBig),
    drawCover: (words) => run<EncodedCover>(async () => ({ kind: 'draw', words }), drawingDied),
    square: (path, side) => run<Buffer>(async () => ({ kind: 'square', input: await bytesOf(path), side }), tooBig),
    prepare: () => worker.prepare(),
    close: () => worker.close(),
    pid: () => worker.pid,
  }
}

const tooBig = () => new ImageRejectedError('too_big')
const bytesOf = async (input: Buffer | string) => (typeof input === 'string' ? readFile(input) : input)

/** Drawing decodes no upload, so the author can send the same again. */
const drawingDied = () => new ImageQueueFullError('The process that drew a cover died')

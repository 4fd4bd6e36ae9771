import { readFile } from 'node:fs/promises'
import type { Genre } from '#contract/shapes/genres.ts'
import type { Cover } from '#covers/draw-cover.ts'
import { createProcessPool, SandboxedProcess, ProcessDiedError } from '#server/platform/sandbox/sandboxed-process.ts'
import type { Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import { ImageQueueFullError, ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { EncodedCover, IconSize, ImageProcessor, ListCard } from '#server/platform/images/image-processor.ts'
import type { ImageResult } from './image-result.ts'

export type ImageTask =
  | { kind: 'encode'; input: Buffer }
  | { kind: 'check'; input: Buffer }
  | { kind: 'page'; input: Buffer; genre: Genre }
  | { kind: 'draw'; words: Cover }
  | { kind: 'list'; card: ListCard }
export type SquareTask =
  | { input: Buffer; side: number }
  | { input: Buffer; icons: readonly IconSize[] }
  | { cover: Buffer }

const MEGABYTE = 1024 * 1024
const IMAGE_PROGRAM = new URL('./image-worker.ts', import.meta.url)
/** Decoding an AVIF of 64 million pixels takes 1.2 GB. */
const LIMITS: Limits = { cpuMs: 20_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 1536 * MEGABYTE }
const SQUARE_PROGRAM = new URL('./square-worker.ts', import.meta.url)
const SQUARE_LIMITS: Limits = { cpuMs: 6_000, wallMs: 30_000, idleMs: 60_000, memoryBytes: 512 * MEGABYTE }

interface Processes {
  /** How many are for covers. */
  covers?: number
  /** How far their priority is lowered, 0 by default. */
  niceness?: number
}

/** Decodes and encodes images in sandboxed processes: the server loads no decoder. */
export const createImageProcessor = (
  limits: Partial<Limits> = {},
  { covers: count = 1, niceness = 0 }: Processes = {},
): ImageProcessor => {
  const busy = () => new ImageQueueFullError('Too many images are waiting to be encoded')
  const open = () =>
    new SandboxedProcess<ImageTask>({ program: IMAGE_PROGRAM, limits: { ...LIMITS, ...limits }, busy, niceness })
  const covers = createProcessPool(count, open, busy)
  const squares = new SandboxedProcess<SquareTask>({
    program: SQUARE_PROGRAM,
    limits: { ...SQUARE_LIMITS, ...limits },
    busy,
  })
  const draw = <Output>(createTask: () => Promise<ImageTask>, onDeath: () => Error) =>
    outputOf(
      covers.run((process) => process.run<ImageResult<Output>>(createTask)),
      onDeath,
    )
  return {
    encodeCover: (input) => draw<EncodedCover>(async () => ({ kind: 'encode', input: await bytesOf(input) }), tooBig),
    encodeFirstPage: (input, genre) =>
      draw<EncodedCover>(async () => ({ kind: 'page', input: await bytesOf(input), genre }), tooBig),
    checkCover: async (input) => {
      await draw<null>(async () => ({ kind: 'check', input }), tooBig)
    },
    drawCover: (words) => draw<EncodedCover>(async () => ({ kind: 'draw', words }), drawingDied),
    drawListCard: (card) => draw<Buffer>(async () => ({ kind: 'list', card }), drawingDied),
    square: (path, side) =>
      outputOf(
        squares.run<ImageResult<Buffer>>(async () => ({ input: await readFile(path), side })),
        pictureTooBig,
      ),
    icons: (path, icons) =>
      outputOf(
        squares.run<ImageResult<Uint8Array[]>>(async () => ({ input: await readFile(path), icons })),
        pictureTooBig,
      ),
    toJpeg: (cover) =>
      outputOf(
        squares.run<ImageResult<Buffer>>(async () => ({ cover })),
        pictureTooBig,
      ),
    prepare: () => covers.first?.prepare(),
    close: () => {
      covers.close()
      squares.close()
    },
    pid: covers.pid,
  }
}

const outputOf = async <Output>(running: Promise<ImageResult<Output>>, onDeath: () => Error): Promise<Output> => {
  const result = await running.catch((error: unknown) => {
    throw error instanceof ProcessDiedError ? onDeath() : error
  })
  if ('rejected' in result) throw new ImageRejectedError(result.rejected)
  if ('failed' in result) throw new Error(result.failed)
  return result.output
}

const tooBig = () => new ImageRejectedError('too_big')
const pictureTooBig = () => new ImageRejectedError('picture_too_big')
const bytesOf = async (input: Buffer | string) => (typeof input === 'string' ? readFile(input) : input)

/** Drawing decodes no upload, so the author can send the same again. */
const drawingDied = () => new ImageQueueFullError('The process that drew a cover died')

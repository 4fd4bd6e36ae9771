import { ImageQueueFullError, type ImageReason } from '#server/platform/images/image-error.ts'
import { type Limits, ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import type { EncodedImage } from './encode-book-image.ts'

export type BookImageTask = { input: Buffer }
export type BookImageResult = { image: EncodedImage } | { rejected: ImageReason }

const PROGRAM = new URL('./book-image-worker.ts', import.meta.url)
const LIMITS: Limits = { cpuMs: 6_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 512 * 1024 * 1024 }

/** Encodes the images of books anew in a sandboxed process, so that no decoder of a reader sees an uploaded file. */
export const createBookImages = () => {
  const busy = () => new ImageQueueFullError('Too many images are waiting to be encoded')
  const worker = new SandboxedProcess<BookImageTask>({ program: PROGRAM, limits: LIMITS, busy })
  return {
    /** Undefined for an image that can't be decoded, or takes too much time or memory. Throws `ImageQueueFullError`. */
    encode: async (input: Buffer): Promise<EncodedImage | undefined> => {
      const result = await worker
        .run<BookImageResult>(async () => ({ input }))
        .catch((error: unknown) => {
          if (error instanceof ProcessDiedError) return undefined
          throw error
        })
      return result && 'image' in result ? result.image : undefined
    },
    close: () => worker.close(),
  }
}

export type BookImages = ReturnType<typeof createBookImages>

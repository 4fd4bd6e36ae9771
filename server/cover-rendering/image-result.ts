import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { ImageReason } from '#server/platform/images/image-error.ts'

/** What a worker process answers: a thrown error would end it. */
export type ImageResult<Output> = { output: Output } | { rejected: ImageReason } | { failed: string }

export const imageResult = async <Output>(work: () => Promise<Output>): Promise<ImageResult<Output>> => {
  try {
    return { output: await work() }
  } catch (error) {
    return error instanceof ImageRejectedError ? { rejected: error.reason } : { failed: String(error) }
  }
}

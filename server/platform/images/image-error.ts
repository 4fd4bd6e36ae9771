import { Problem } from '#contract/api/problems.ts'

const RETRY_SECONDS = 5

/** Why an image is rejected, and what its sender can do. `not_image` is answered 415, the others 422. */
const IMAGE_REASONS = {
  not_image: 'Please select an image',
  unreadable: 'This image is damaged or cut off. Save it again as JPEG or PNG and upload the new file.',
  too_big: 'This image has too many pixels (at most 64 million). Make it smaller and upload it again.',
  picture_too_big: 'This image has too many pixels (at most 16 million). Make it smaller and upload it again.',
} as const

/** The maximum of pixels, by the reason for which an image with more is rejected: a cover, and a profile image. */
export const MAX_PIXELS = { too_big: 64_000_000, picture_too_big: 16_000_000 } as const

export type TooManyPixels = keyof typeof MAX_PIXELS

export type ImageReason = keyof typeof IMAGE_REASONS

export class ImageRejectedError extends Error {
  readonly reason: ImageReason

  constructor(reason: ImageReason) {
    super(IMAGE_REASONS[reason])
    this.name = 'ImageRejected'
    this.reason = reason
  }
}

export class ImageQueueFullError extends Error {
  override name = 'ImageQueueFull'
}

/** Turns an error of the image processor into the problem that the caller is answered. */
export const rethrowImageError = (error: unknown): never => {
  if (error instanceof ImageQueueFullError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof ImageRejectedError)) throw error
  const { reason, message } = error
  throw new Problem(reason === 'not_image' ? 'notImage' : 'unreadableImage', { message, errors: { image: message } })
}

import { Problem } from '#contract/problems.ts'

const RETRY_SECONDS = 5

/** Why a picture is refused, and what to do about it; `not_image` answers 415, the others 422. */
export const IMAGE_REASONS = {
  not_image: 'Please select an image',
  unreadable: 'This image is damaged or cut off. Save it again as JPEG or PNG and upload the new file.',
  too_big: 'This image has too many pixels (at most 64 million). Make it smaller and upload it again.',
} as const

export type ImageReason = keyof typeof IMAGE_REASONS

export class ImageRejectedError extends Error {
  readonly reason: ImageReason

  constructor(reason: ImageReason) {
    super(IMAGE_REASONS[reason])
    this.name = 'ImageRefused'
    this.reason = reason
  }
}

export class ImageQueueFullError extends Error {
  override name = 'ImageBusy'
}

/** What a person is told of a picture that was not taken. */
export const rethrowImageError = (error: unknown): never => {
  if (error instanceof ImageQueueFullError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof ImageRejectedError)) throw error
  const { reason, message } = error
  throw new Problem(reason === 'not_image' ? 'notImage' : 'unreadableImage', { message, errors: { image: message } })
}

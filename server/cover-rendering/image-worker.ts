import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import { renderCover } from './render-cover.ts'
import { encodeCover } from './encode-cover.ts'
import type { ImageResult, ImageTask } from './create-image-processor.ts'

const make = async (question: ImageTask) => {
  if (question.kind === 'encode') return encodeCover(question.input)
  if (question.kind === 'draw') return encodeCover(await renderCover(question.words))
  return square(question)
}

const square = async ({ path, side }: Extract<ImageTask, { kind: 'square' }>): Promise<Buffer> => {
  const picture = await decodeImage(path, { width: side, height: side, fit: 'cover' })
  return picture.webp({ quality: 80 }).toBuffer()
}

handleTasks(async (question: ImageTask): Promise<ImageResult> => {
  try {
    return { made: await make(question) }
  } catch (error) {
    return error instanceof ImageRejectedError ? { refused: error.reason } : { failed: String(error) }
  }
})

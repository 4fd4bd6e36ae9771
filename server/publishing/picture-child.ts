import { answerEach } from '#server/platform/guarded-child.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { ImageRefused } from '#server/platform/images/image-refused.ts'
import { drawCoverImage } from './draw-cover-image.ts'
import { encodeCover } from './encode-cover.ts'
import type { PictureAnswer, PictureQuestion } from './open-pictures.ts'

const make = async (question: PictureQuestion) => {
  if (question.kind === 'encode') return encodeCover(question.input)
  if (question.kind === 'draw') return encodeCover(await drawCoverImage(question.words))
  return square(question)
}

const square = async ({ path, side }: Extract<PictureQuestion, { kind: 'square' }>): Promise<Buffer> => {
  const picture = await decodeImage(path, { width: side, height: side, fit: 'cover' })
  return picture.webp({ quality: 80 }).toBuffer()
}

answerEach(async (question: PictureQuestion): Promise<PictureAnswer> => {
  try {
    return { made: await make(question) }
  } catch (error) {
    return error instanceof ImageRefused ? { refused: error.reason } : { failed: String(error) }
  }
})

import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import type { SquareTask } from './create-image-processor.ts'
import { imageResult, type ImageResult } from './image-result.ts'

const square = async ({ input, side }: SquareTask): Promise<Buffer> => {
  const image = await decodeImage(input, { width: side, height: side, fit: 'cover' }, 'picture_too_big')
  return image.webp({ quality: 80 }).toBuffer()
}

handleTasks(
  async () =>
    (task: SquareTask): Promise<ImageResult<Buffer>> =>
      imageResult(() => square(task)),
)

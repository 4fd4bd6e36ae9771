import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import type { SquareTask } from './create-image-processor.ts'
import { imageResult, type ImageResult } from './image-result.ts'

const runTask = async (task: SquareTask): Promise<Buffer> => {
  if ('cover' in task) return (await decodeImage(task.cover, {})).jpeg({ quality: 82 }).toBuffer()
  const { input, side } = task
  const image = await decodeImage(input, { width: side, height: side, fit: 'cover' }, 'picture_too_big')
  return image.webp({ quality: 80 }).toBuffer()
}

handleTasks(
  async () =>
    (task: SquareTask): Promise<ImageResult<Buffer>> =>
      imageResult(() => runTask(task)),
)

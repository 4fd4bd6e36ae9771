import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'
import type { SquareTask } from './create-image-processor.ts'
import { imageResult, type ImageResult } from './image-result.ts'

const runTask = async (task: SquareTask): Promise<Buffer | Buffer[]> => {
  if ('cover' in task) return (await decodeImage(task.cover, {})).jpeg({ quality: 82 }).toBuffer()
  const square = (side: number) =>
    decodeImage(task.input, { width: side, height: side, fit: 'cover' }, 'picture_too_big')
  if ('side' in task) return (await square(task.side)).webp({ quality: 80 }).toBuffer()
  const whole = await square(Math.max(...task.icons.map(({ picture }) => picture)))
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return Promise.all(
    task.icons.map(({ side, picture }) => {
      const before = Math.floor((side - picture) / 2)
      const after = side - picture - before
      return sharp(data, { raw: { width, height, channels } })
        .resize(picture)
        .extend({ top: before, left: before, bottom: after, right: after, extendWith: 'copy' })
        .png()
        .toBuffer()
    }),
  )
}

handleTasks(
  async () =>
    (task: SquareTask): Promise<ImageResult<Buffer | Buffer[]>> =>
      imageResult<Buffer | Buffer[]>(() => runTask(task)),
)

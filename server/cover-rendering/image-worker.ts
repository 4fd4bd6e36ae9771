import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import { renderCover } from './render-cover.ts'
import { loadCoverFonts } from './cover-fonts.ts'
import { encodeCover, encodeFirstPage } from './encode-cover.ts'
import type { ImageResult, ImageTask } from './create-image-processor.ts'

const runTask = async (task: ImageTask) => {
  if (task.kind === 'encode') return encodeCover(task.input)
  if (task.kind === 'page') return encodeFirstPage(task.input, task.genre)
  if (task.kind === 'draw') return encodeCover(await renderCover(task.words))
  return square(task)
}

const square = async ({ input, side }: Extract<ImageTask, { kind: 'square' }>): Promise<Buffer> => {
  const image = await decodeImage(input, { width: side, height: side, fit: 'cover' })
  return image.webp({ quality: 80 }).toBuffer()
}

handleTasks(async () => {
  await loadCoverFonts()
  return async (task: ImageTask): Promise<ImageResult> => {
    try {
      return { output: await runTask(task) }
    } catch (error) {
      return error instanceof ImageRejectedError ? { rejected: error.reason } : { failed: String(error) }
    }
  }
})

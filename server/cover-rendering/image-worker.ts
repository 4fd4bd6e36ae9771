import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import { renderCover } from './render-cover.ts'
import { renderListCard } from './render-list-card.ts'
import { loadCoverFonts } from './cover-fonts.ts'
import { checkCover, encodeCover, encodeFirstPage } from './encode-cover.ts'
import type { ImageTask } from './create-image-processor.ts'
import { imageResult, type ImageResult } from './image-result.ts'

const runTask = async (task: ImageTask) => {
  if (task.kind === 'encode') return encodeCover(task.input)
  if (task.kind === 'check') return checkCover(task.input)
  if (task.kind === 'page') return encodeFirstPage(task.input, task.genre)
  if (task.kind === 'list') return renderListCard(task.card)
  return encodeCover(await renderCover(task.words))
}

handleTasks(async () => {
  await loadCoverFonts()
  return (task: ImageTask): Promise<ImageResult<EncodedCover | Buffer | null>> =>
    imageResult<EncodedCover | Buffer | null>(() => runTask(task))
})

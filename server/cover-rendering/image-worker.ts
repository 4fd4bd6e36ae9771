import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import { renderCover } from './render-cover.ts'
import { loadCoverFonts } from './cover-fonts.ts'
import { encodeCover } from './encode-cover.ts'
import type { ImageTask } from './create-image-processor.ts'
import { imageResult, type ImageResult } from './image-result.ts'

handleTasks(async () => {
  await loadCoverFonts()
  return (task: ImageTask): Promise<ImageResult<EncodedCover>> =>
    imageResult(async () => encodeCover(task.kind === 'draw' ? await renderCover(task.words) : task.input))
})

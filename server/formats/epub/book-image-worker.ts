import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import type { BookImageResult, BookImageTask } from './book-images.ts'
import { encodeBookImage } from './encode-book-image.ts'

handleTasks<BookImageTask>(async () => async ({ input }): Promise<BookImageResult> => {
  try {
    return { image: await encodeBookImage(input) }
  } catch (error) {
    if (error instanceof ImageRejectedError) return { rejected: error.reason }
    throw error
  }
})

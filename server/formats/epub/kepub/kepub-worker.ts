import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { KepubRejectedError } from './kepub-error.ts'
import type { KepubResult, KepubTask } from './kepub-process.ts'
import { toKepub } from './to-kepub.ts'

handleTasks<KepubTask>(async () => async ({ epub }): Promise<KepubResult> => {
  try {
    return { kepub: await toKepub(epub) }
  } catch (error) {
    if (error instanceof EpubRejectedError || error instanceof KepubRejectedError) return { rejected: error.reason }
    throw error
  }
})

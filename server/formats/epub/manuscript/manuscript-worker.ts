import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { convertManuscript, type ManuscriptTask } from './convert-manuscript.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { ManuscriptResult } from './manuscript-process.ts'

handleTasks<ManuscriptTask>(async () => async (task): Promise<ManuscriptResult> => {
  try {
    return { converted: await convertManuscript(task) }
  } catch (error) {
    if (error instanceof ManuscriptRejectedError) return { rejected: error.reason }
    if (error instanceof EpubRejectedError) return { rejectedArchive: error.reason }
    throw error
  }
})

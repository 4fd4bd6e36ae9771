import type { PackedPages, PagesToPack } from '#server/formats/book-format.ts'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { convertManuscript, type ManuscriptTask } from './convert-manuscript.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { ManuscriptResult } from './manuscript-process.ts'
import { pagesToEpub } from './pages-to-epub.ts'

handleTasks<ManuscriptTask | PagesToPack>(async () => async (task): Promise<ManuscriptResult | PackedPages> => {
  try {
    if ('blocks' in task) return pagesToEpub(task)
    return { converted: await convertManuscript(task) }
  } catch (error) {
    if (error instanceof ManuscriptRejectedError) return { rejected: error.reason }
    if (error instanceof EpubRejectedError) return { rejectedArchive: error.reason }
    throw error
  }
})

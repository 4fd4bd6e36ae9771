import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { EpubRejectedError } from './epub-error.ts'
import { type EpubPart, ingestEpub } from './ingest-epub.ts'
import type { EpubResult, EpubTask } from './read-epub.ts'

handleTasks<EpubTask, EpubPart>(async () => async ({ epub }, sendPart): Promise<EpubResult> => {
  try {
    for await (const part of ingestEpub(epub)) await sendPart(part)
    return { isComplete: true }
  } catch (error) {
    if (error instanceof EpubRejectedError) return { rejected: error.reason }
    throw error
  }
})

import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { SourceError } from './import-source.ts'
import { type OpdsFeed, parseOpds } from './parse-opds.ts'

export interface OpdsTask {
  xml: string
}
export type OpdsResult = { feed: OpdsFeed } | { fault: string }

handleTasks(async () => async ({ xml }: OpdsTask): Promise<OpdsResult> => {
  try {
    return { feed: parseOpds(xml) }
  } catch (error) {
    if (error instanceof SourceError) return { fault: error.message }
    throw error
  }
})

import { setBookState } from '#contract/calls/publishing.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import { api } from '#web/api/api-client.ts'
import { PLAN } from '#web/messages/studio.ts'
import { formatTime } from '#web/ui/format-time.ts'

/** Plans the publication of a book; `rights` are declared of the file of a draft. Returns what is said then. */
export const planBook = async (id: string, publishAt: string, rights?: Rights): Promise<string | null> => {
  const { book } = await api(setBookState, { params: { id }, body: { state: 'planned', publishAt, rights } })
  return book.publishAt && PLAN.done(formatTime(book.publishAt))
}

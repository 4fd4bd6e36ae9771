import { SEARCH_HITS } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { selectBooks, toBook } from './book-serializer.ts'
import { byCloseness, matching } from './matching.ts'

export const searchBooks = async ({ db, settings }: Services, { query, limit }: { query: string; limit: number }) => {
  const words = matching(query)
  if (!words) return []
  const rows = await selectBooks(db)
    .where(words)
    .orderBy(byCloseness(query))
    .limit(Math.min(limit, SEARCH_HITS))
    .execute()
  return rows.map(toBook(settings.filesOrigin))
}

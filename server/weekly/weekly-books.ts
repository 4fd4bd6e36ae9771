import { WEEKLY_LOVED, WEEKLY_NEW } from '#contract/weekly.ts'
import type { Book } from '#contract/books.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import { topRated } from '#server/books/top-rated.ts'
import type { Services } from '#server/platform/services.ts'
import { WEEK_MS } from './editions.ts'

export interface WeeklyBooks {
  fresh: Book[]
  loved: Book[]
}

/** The books of an edition: those published in the seven days before it, and the best rated of the others. */
export const weeklyBooks = async (services: Services, edition: Date): Promise<WeeklyBooks> => {
  const [rows, best] = await Promise.all([
    selectBooks(services.db)
      .where('books.createdAt', '>=', new Date(edition.getTime() - WEEK_MS))
      .where('books.createdAt', '<', edition)
      .orderBy('books.createdAt', 'desc')
      .orderBy('books.id', 'desc')
      .limit(WEEKLY_NEW)
      .execute(),
    topRated(services, WEEKLY_NEW + WEEKLY_LOVED),
  ])
  const fresh = rows.map(toBook(services.settings.filesOrigin))
  const isFresh = new Set(fresh.map(({ _id }) => _id))
  return { fresh, loved: best.filter(({ _id }) => !isFresh.has(_id)).slice(0, WEEKLY_LOVED) }
}

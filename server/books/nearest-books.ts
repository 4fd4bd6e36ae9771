import type { Services } from '#server/platform/services.ts'
import { findNearest } from '#server/search/find-books.ts'
import { booksInOrder } from './book-serializer.ts'

/** Books for a search that finds none. */
export const nearestBooks = async ({ db, settings }: Services, { query, limit }: { query: string; limit: number }) =>
  query === '' ? [] : booksInOrder(db, await findNearest(db, query, limit), settings.filesOrigin)

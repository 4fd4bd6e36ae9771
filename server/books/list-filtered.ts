import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Book, type BookPage, COUNTED_HITS, type SearchSort, type Sort } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { listRows, type Order } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, idsOf } from '#server/search/find-books.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { booksInOrder, selectBooks, selectListed, toBook } from './book-serializer.ts'
import { areFrequent, hasFacets, newestWith } from './facets.ts'
import { isShown } from './is-shown.ts'
import { LIBRARY, SORTED, toBookPage } from './library-orders.ts'

interface FilteredQuery {
  page: number
  limit: number
  /** The genre is among the facets too. */
  genre: Genre | undefined
  query: string
  exact?: boolean | undefined
  sort?: SearchSort | undefined
  facets: string[]
}

/** The shown books with all of these facets, among those that a search finds; counted up to 1,000. */
export const listFiltered = async (
  { db, settings }: Services,
  { page, limit, genre, query, exact, sort = query === '' ? 'new' : 'best-match', facets }: FilteredQuery,
): Promise<BookPage> => {
  const found = query === '' ? undefined : await findBooks(db, { query, genre, exact, limit: COUNTED_HITS })
  if (query !== '' && !found) return toBookPage([], 0, { page, limit })
  const hits = found && idsOf(found)
  const isFrequent = !hits && (await areFrequent(db, facets))
  const rows = await db
    .selectFrom(newestWith({ facets, ids: hits, isFrequent }).as('newest'))
    .select('newest.id')
    .execute()
  const newest = rows.map(({ id }) => id)
  const offset = (page - 1) * limit
  const range = { limit, offset }
  const read = async (): Promise<Book[]> => {
    if (offset >= newest.length) return []
    const inPage = (ids: string[]) => booksInOrder(db, ids.slice(offset, offset + limit), settings.filesOrigin)
    if (sort === 'best-match' && hits) {
      const matching = new Set(newest)
      return inPage(hits.filter((id) => matching.has(id)))
    }
    if (sort === 'new' || sort === 'best-match') return inPage(newest)
    const isComplete = newest.length < COUNTED_HITS || hits
    const select = isFrequent
      ? selectWalking(db, facets, { ...range, sort })
      : selectSorted(db, isComplete ? isOneOf(newest) : hasFacets(facets), { ...range, sort })
    return (await select.execute()).map(toBook(settings.filesOrigin))
  }
  return {
    ...toBookPage(await read(), newest.length, { page, limit }),
    ...(found?.correctedQuery !== undefined && { correctedQuery: found.correctedQuery }),
  }
}

interface Range {
  sort: Sort
  limit: number
  offset: number
}

const isOneOf = (ids: string[]) => sql<SqlBool>`books.id = any(${ids}::uuid[])`

const selectSorted = (db: Database, condition: RawBuilder<SqlBool>, { sort, limit, offset }: Range) =>
  selectBooks(db).where(condition).orderBy(SORTED[sort]).limit(limit).offset(offset)

/** The first of many books are soon found in the index of the order. */
const selectWalking = (db: Database, facets: string[], { sort, limit, offset }: Range) => {
  const where = sql<SqlBool>`${isShown} and ${hasFacets(facets)}`
  return selectListed(db, listRows(withFacets(LIBRARY.orders[sort]), { limit, offset, where }))
}

const withFacets = (order: Order): Order =>
  order.where ? order : { ...order, filteredTable: sql`${order.table} join books on books.id = ${order.id}` }

import { sql, type SqlBool } from 'kysely'
import { type Book, type BookPage, COUNTED_HITS, GENRE_PAGE, LIBRARY_PAGE, type SearchSort } from '#contract/books.ts'
import { type Filters, hasFilters } from '#contract/shapes/filters.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { counterValue } from '#server/platform/database/counters.ts'
import { FAR, listRows, readPage } from '#server/platform/database/paged-list.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { type Found, findBooks, hitsOf, idsOf } from '#server/search/find-books.ts'
import { booksInOrder, selectBooks, selectListed, toBook } from './book-serializer.ts'
import { facetsOf, seenInSearch, withVisitorAge } from './facets.ts'
import { type GenrePage, LIBRARY, SORTED, toBookPage } from './library-orders.ts'
import { listFiltered } from './list-filtered.ts'

interface LibraryQuery extends Filters {
  page: number
  limit: number
  genre?: string | undefined
  query?: string | undefined
  sort?: SearchSort | undefined
  exact?: boolean | undefined
}

/** A page of the library. An unknown genre has no books; with a query or filters, books are counted up to 1,000. */
export const listBooks = async (services: Services, library: LibraryQuery): Promise<BookPage> => {
  const { page, limit, query = '' } = library
  const filter = library.genre === undefined ? undefined : genreNamed(library.genre)
  if (library.genre !== undefined && !filter) return toBookPage([], 0, library)
  if (hasFilters(library)) {
    const facets = facetsOf(withVisitorAge(services, { ...library, genre: filter }))
    return listFiltered(services, { ...library, query, genre: filter, facets })
  }
  if (query !== '') return searchLibrary(services, { ...library, query }, filter)
  const sort = library.sort === undefined || library.sort === 'best-match' ? 'new' : library.sort
  if ((page - 1) * limit < FAR) return readNearPage(services, { page, limit, sort, filter })
  const { rows = [], total } = await readPage(services.db, LIBRARY, { page, limit, sort, filter }, (db, listed) =>
    selectListed(db, listed).execute(),
  )
  return toBookPage(rows.map(toBook(services.settings.filesOrigin)), total, library)
}

/** The first pages of each list are read so often that their statements are prepared. */
const PREPARED_PAGES = 4
/** Others ask for another number of books at times, and each text keeps memory on every connection. */
const PREPARED_SIZES = [LIBRARY_PAGE, GENRE_PAGE]

const nearPages = preparedForms<{ book: Book; total: number }, [genre: string | undefined]>()

/** The books and their number in one statement, shared by concurrent readers. */
const readNearPage = (services: Services, query: GenrePage): Promise<BookPage> =>
  services.singleFlight(`library ${JSON.stringify(query)}`, async () => {
    const { db, settings } = services
    const { page, limit: length, sort, filter } = query
    const isPrepared = PREPARED_SIZES.includes(length) && page <= PREPARED_PAGES
    const inText = isPrepared ? sql.lit<number> : sql.val<number>
    const offset = (page - 1) * length
    const select = (db: Database, genre: string | undefined) => {
      const where = filter === undefined || genre === undefined ? undefined : LIBRARY.filter?.(genre)
      const listed = listRows(LIBRARY.orders[sort], { limit: inText(length), offset: inText(offset), where })
      const counted = counterValue('books', filter === undefined ? undefined : genre)
      return selectListed(db, listed).select(counted.as('total'))
    }
    const form = `${sort} ${length} ${offset} ${filter !== undefined}`
    const rows = isPrepared
      ? await nearPages(form, (genre) => ({ compile: (db) => select(db, genre).compile() }))(db, filter)
      : await select(db, filter).execute()
    // Past the last page no row has the number.
    const total = rows[0]?.total ?? (await LIBRARY.count(db, filter))
    return toBookPage(rows.map(toBook(settings.filesOrigin)), total, query)
  })

/** Books with these words, by best match or in another order. */
const searchLibrary = async (
  services: Services,
  { page, limit, query, exact, sort = 'best-match' }: LibraryQuery & { query: string },
  genre: string | undefined,
): Promise<BookPage> => {
  const { db, settings } = services
  const offset = (page - 1) * limit
  const length = sort === 'best-match' ? offset + limit : 1
  const found = await findBooks(db, { query, genre, exact, where: seenInSearch(services), limit: length })
  if (!found) return toBookPage([], 0, { page, limit })
  const { total, correctedQuery } = found
  const read = async () => {
    if (offset >= total) return []
    if (sort === 'best-match') return booksInOrder(db, idsOf(found).slice(offset), settings.filesOrigin)
    const rows = await selectFound(db, found, { page, limit, sort, filter: genre }).execute()
    return rows.map(toBook(settings.filesOrigin))
  }
  return {
    ...toBookPage(await read(), total, { page, limit }),
    ...(correctedQuery !== undefined && { correctedQuery }),
  }
}

/** Few hits are sorted. Of many, the first are soon found in the index of the order. */
const selectFound = (db: Database, found: Found, { page, limit, sort, filter }: GenrePage) => {
  const offset = (page - 1) * limit
  if (found.total < COUNTED_HITS)
    return selectBooks(db)
      .innerJoin(hitsOf(found).as('hits'), 'hits.bookId', 'books.id')
      .orderBy(SORTED[sort])
      .limit(limit)
      .offset(offset)
  const order = LIBRARY.orders[sort]
  const isHit = sql<SqlBool>`(select ${found.condition} from book_search as s where s.book_id = ${order.id})`
  const where = filter === undefined ? isHit : sql<SqlBool>`${isHit} and genre = ${filter}`
  return selectListed(db, listRows(order, { limit, offset, where }))
}

import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type BookPage, COUNTED_HITS, type SearchSort, type Sort } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { counterValue, readCounter } from '#server/platform/database/counters.ts'
import { FAR, listRows, type PagedList, type PageQuery, readPage } from '#server/platform/database/paged-list.ts'
import { preparedForms, rowLimit } from '#server/platform/database/prepared.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import type { Services } from '#server/platform/services.ts'
import { type Found, findBooks, hitsOf } from '#server/search/find-books.ts'
import { isShown } from './is-shown.ts'
import { booksInOrder, type BooksAsJson, coversUrl, selectBooks, selectBooksAsJson, toBook } from './book-serializer.ts'

interface LibraryQuery {
  page: number
  limit: number
  genre?: string | undefined
  query?: string | undefined
  sort?: SearchSort | undefined
  exact?: boolean | undefined
}

type GenrePage = PageQuery<Sort, string>

const SHOWN = { table: sql`books`, id: sql<string>`books.id`, where: isShown }

/**
 * Orders that change with ratings and views are read from narrow tables, which triggers on `books` maintain. Those have no
 * rows of hidden books.
 */
export const LIBRARY: PagedList<Sort, string> = {
  orders: {
    new: { ...SHOWN, keys: [sql`created_at`, sql`id`], isDescending: true },
    title: { ...SHOWN, keys: [sql`title`, sql`id`] },
    'top-rated': {
      table: sql`book_ranks`,
      id: sql`book_ranks.book_id`,
      keys: [sql`rating`, sql`book_id`],
      isDescending: true,
    },
    'most-read': {
      table: sql`book_views`,
      id: sql`book_views.book_id`,
      keys: [sql`views`, sql`book_id`],
      isDescending: true,
    },
  },
  filter: (genre) => sql`genre = ${genre}`,
  count: (db, genre) => readCounter(db, 'books', genre),
}

/** A page of the library. An unknown genre has no books; with a query, books are counted up to 1,000. */
export const listBooks = async (services: Services, library: LibraryQuery): Promise<BookPage | JsonText> => {
  const { page, limit, query = '' } = library
  const filter = library.genre === undefined ? undefined : genreNamed(library.genre)
  if (library.genre !== undefined && !filter) return toBookPage([], 0, library)
  if (query !== '') return searchLibrary(services, { ...library, query }, filter)
  const sort = library.sort === undefined || library.sort === 'best-match' ? 'new' : library.sort
  if ((page - 1) * limit < FAR) return readNearPage(services, { page, limit, sort, filter })
  const { rows, total } = await readPage(services.db, LIBRARY, { page, limit, sort, filter }, async (db, listed) => {
    const found =
      await sql<BooksAsJson>`select * from ${selectBooksAsJson(coversUrl(services.settings.filesOrigin), listed)}`.execute(
        db,
      )
    return found.rows[0]
  })
  return toJsonText(rows, total, library)
}

/** The first pages of each list are read so often that their statements are prepared. */
const PREPARED_PAGES = 4

interface NearPage extends BooksAsJson {
  total: number
}

const nearPages = preparedForms<NearPage, [covers: string, genre: string | undefined]>()

/** The books and their number in one statement, shared by concurrent readers. */
const readNearPage = (services: Services, query: GenrePage): Promise<JsonText> =>
  services.singleFlight(`library ${JSON.stringify(query)}`, async () => {
    const { page, limit: length, sort, filter } = query
    const { limit, isPrepared: isUsual } = rowLimit(length)
    const isPrepared = isUsual && page <= PREPARED_PAGES
    const offset = (page - 1) * length
    const select = (covers: string, genre: string | undefined) => {
      const where = filter === undefined || genre === undefined ? undefined : LIBRARY.filter?.(genre)
      const listed = listRows(LIBRARY.orders[sort], { limit, offset: isPrepared ? sql.lit(offset) : offset, where })
      const counted = counterValue('books', filter === undefined ? undefined : genre)
      return sql<NearPage>`select books, expires_at, ${counted} as total from ${selectBooksAsJson(covers, listed)}`
    }
    const values = [coversUrl(services.settings.filesOrigin), filter] as const
    const form = `${sort} ${length} ${offset} ${filter !== undefined}`
    const [found] = isPrepared
      ? await nearPages(form, select)(services.db, ...values)
      : (await select(...values).execute(services.db)).rows
    return toJsonText(found, found?.total ?? 0, query)
  })

const SEARCH_ORDERS: Record<Sort, RawBuilder<unknown>> = {
  new: sql`books.created_at desc, books.id desc`,
  title: sql`title, books.id`,
  'top-rated': sql`bayesian_rating(ranked_sum, ranked_count) desc, books.id desc`,
  'most-read': sql`books.views desc, books.id desc`,
}

/** Books with these words, by best match or in another order. */
const searchLibrary = async (
  { db, settings }: Services,
  { page, limit, query, exact, sort = 'best-match' }: LibraryQuery & { query: string },
  genre: string | undefined,
): Promise<BookPage> => {
  const offset = (page - 1) * limit
  const found = await findBooks(db, { query, genre, exact, limit: sort === 'best-match' ? offset + limit : 1 })
  if (!found) return toBookPage([], 0, { page, limit })
  const { total, correctedQuery } = found
  const read = async () => {
    if (offset >= total) return []
    if (sort === 'best-match') return booksInOrder(db, found.ids.slice(offset), settings.filesOrigin)
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
      .orderBy(SEARCH_ORDERS[sort])
      .limit(limit)
      .offset(offset)
  const order = LIBRARY.orders[sort]
  const isHit = sql<SqlBool>`(select ${found.condition} from book_search as s where s.book_id = ${order.id})`
  const where = filter === undefined ? isHit : sql<SqlBool>`${isHit} and genre = ${filter}`
  const { ids, orderBy } = listRows(order, { limit, offset, where })
  return selectBooks(db).innerJoin(ids.as('listed'), 'listed.listedId', 'books.id').orderBy(orderBy)
}

const toBookPage = (
  books: BookPage['books'],
  totalBooks: number,
  { page, limit }: Pick<GenrePage, 'page' | 'limit'>,
): BookPage => ({ books, currentPage: page, totalBooks, totalPages: Math.ceil(totalBooks / limit) })

/** The same where the database wrote the books. */
const toJsonText = (written: BooksAsJson | undefined, total: number, query: Pick<GenrePage, 'page' | 'limit'>) => {
  const { books: _, ...numbers } = toBookPage([], total, query)
  const text = `{"books":${written?.books ?? '[]'},${JSON.stringify(numbers).slice(1)}`
  return new JsonText(text, written?.expiresAt ?? undefined)
}

import type { AccessFilter } from '#contract/accessibility.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Book, type BookPage, COUNTED_HITS, type SearchSort, type Sort } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { counterValue, readCounter } from '#server/platform/database/counters.ts'
import { FAR, listRows, type PagedList, type PageQuery, readPage } from '#server/platform/database/paged-list.ts'
import { preparedForms, rowLimit } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { type Found, findBooks, hitsOf, idsOf } from '#server/search/find-books.ts'
import { isShown } from './is-shown.ts'
import { booksInOrder, selectBooks, selectListed, toBook } from './book-serializer.ts'

interface LibraryQuery {
  page: number
  limit: number
  genre?: string | undefined
  query?: string | undefined
  sort?: SearchSort | undefined
  exact?: boolean | undefined
  access?: AccessFilter | undefined
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
export const listBooks = async (services: Services, library: LibraryQuery): Promise<BookPage> => {
  const { page, limit, query = '' } = library
  const filter = library.genre === undefined ? undefined : genreNamed(library.genre)
  if (library.genre !== undefined && !filter) return toBookPage([], 0, library)
  if (library.access !== undefined)
    return listAccessible(services, { ...library, query, access: library.access }, filter)
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

const nearPages = preparedForms<{ book: Book; total: number }, [genre: string | undefined]>()

/** The books and their number in one statement, shared by concurrent readers. */
const readNearPage = (services: Services, query: GenrePage): Promise<BookPage> =>
  services.singleFlight(`library ${JSON.stringify(query)}`, async () => {
    const { db, settings } = services
    const { page, limit: length, sort, filter } = query
    const { limit, isPrepared: isUsual } = rowLimit(length)
    const isPrepared = isUsual && page <= PREPARED_PAGES
    const offset = (page - 1) * length
    const select = (db: Database, genre: string | undefined) => {
      const where = filter === undefined || genre === undefined ? undefined : LIBRARY.filter?.(genre)
      const listed = listRows(LIBRARY.orders[sort], { limit, offset: isPrepared ? sql.lit(offset) : offset, where })
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
    if (sort === 'best-match') return booksInOrder(db, idsOf(found).slice(offset), settings.filesOrigin)
    const rows = await selectFound(db, found, { page, limit, sort, filter: genre }).execute()
    return rows.map(toBook(settings.filesOrigin))
  }
  return {
    ...toBookPage(await read(), total, { page, limit }),
    ...(correctedQuery !== undefined && { correctedQuery }),
  }
}

/** Books that say of themselves that they are accessible in a way, counted up to 1,000, also among those that a search finds. */
const listAccessible = async (
  { db, settings }: Services,
  { page, limit, query, exact, sort = 'new', access }: LibraryQuery & { query: string; access: AccessFilter },
  genre: string | undefined,
): Promise<BookPage> => {
  const found = query === '' ? undefined : await findBooks(db, { query, genre, exact, limit: COUNTED_HITS })
  if (query !== '' && !found) return toBookPage([], 0, { page, limit })
  // With the condition of the index, which the planner does not conclude from the other one.
  const isAccessible = (books: string) =>
    sql<SqlBool>`${sql.ref(`${books}.access`)} @> ${[access]}::text[] and ${sql.ref(`${books}.access`)} <> '{}'`
  const ids = found && idsOf(found)
  const inGenre = genre === undefined ? sql<SqlBool>`true` : sql<SqlBool>`books.genre = ${genre}`
  const rows = await db
    .selectFrom('books')
    .select('id')
    .where(isShown)
    .where(isAccessible('books'))
    .where(inGenre)
    .$if(ids !== undefined, (all) => all.where(sql<SqlBool>`id = any(${ids}::uuid[])`))
    .limit(COUNTED_HITS)
    .execute()
  const listed = rows.map(({ id }) => id)
  const offset = (page - 1) * limit
  const select = () => {
    if (listed.length < COUNTED_HITS || ids)
      return selectBooks(db)
        .where(sql<SqlBool>`books.id = any(${listed}::uuid[])`)
        .orderBy(sort === 'best-match' ? sql`array_position(${ids ?? listed}::uuid[], books.id)` : SEARCH_ORDERS[sort])
        .limit(limit)
        .offset(offset)
    const order = LIBRARY.orders[sort === 'best-match' ? 'new' : sort]
    const where = sql<SqlBool>`(select ${isAccessible('one')} from books as one where one.id = ${order.id})`
    const inList = genre === undefined ? where : sql<SqlBool>`${where} and genre = ${genre}`
    return selectListed(db, listRows(order, { limit, offset, where: inList }))
  }
  const books = offset < listed.length ? await select().execute() : []
  return {
    ...toBookPage(books.map(toBook(settings.filesOrigin)), listed.length, { page, limit }),
    ...(found?.correctedQuery !== undefined && { correctedQuery: found.correctedQuery }),
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
  return selectListed(db, listRows(order, { limit, offset, where }))
}

const toBookPage = (
  books: BookPage['books'],
  totalBooks: number,
  { page, limit }: Pick<GenrePage, 'page' | 'limit'>,
): BookPage => ({ books, currentPage: page, totalBooks, totalPages: Math.ceil(totalBooks / limit) })

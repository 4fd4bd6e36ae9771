import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type BookPage, COUNTED_HITS, type Sort } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import { builtOnce, PREPARED, rowLimit } from '#server/platform/database/prepared.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import type { Services } from '#server/platform/services.ts'
import { type BookCounts, countedIn, readCounts, totalIn } from './book-counts.ts'
import { toBook, selectBooksAsJson, coversFrom, selectBooks } from './book-serializer.ts'
import { byCloseness, matching } from './matching.ts'
import { type Order, ORDERS, orderOf } from './orders.ts'
import type { Ordered, PageMarks } from './page-marks.ts'

/** Nearer than this, books are passed over one by one, in the index. */
const FAR = 1000

interface Wanted {
  page: number
  limit: number
  genre?: string | undefined
  query?: string | undefined
  sort?: Sort
}

type Asked = Omit<Required<Wanted>, 'query' | 'genre'> & { genre: string | undefined }

/** A page of the library. A genre that there isn't has no books; with a query the count stops at 1,000. */
export const listBooks = async (services: Services, marks: PageMarks, wanted: Wanted): Promise<BookPage | JsonText> => {
  const { page, limit, query = '', sort = 'new' } = wanted
  const genre = wanted.genre === undefined ? undefined : genreNamed(wanted.genre)
  if (wanted.genre !== undefined && !genre) return pageOf([], 0, wanted)
  const asked = { page, limit, sort, genre }
  const words = matching(query)
  if (words) return searched(services, words, query, asked)
  return (page - 1) * limit < FAR ? nearPage(services, asked) : farPage(services, marks, asked)
}

/** The books and their number are of one moment. */
const nearPage = async (services: Services, asked: Asked): Promise<JsonText> => {
  const { page, limit } = asked
  const read = async () =>
    written(await readPage(services, asked, { offset: (page - 1) * limit, length: limit }), asked)
  return services.share(`library ${JSON.stringify(asked)}`, read)
}

/** Begins at the nearest mark, or else at the nearer end. If the books moved meanwhile, it is counted from the first. */
const farPage = async (services: Services, marks: PageMarks, asked: Asked): Promise<BookPage | JsonText> => {
  const { page, limit, genre } = asked
  const counts = await readCounts(services, genre)
  const offset = (page - 1) * limit
  if (offset >= counts.total) return pageOf([], counts.total, asked)
  const place = placeOf(marks, counts, asked)
  const found = await readPage(services, asked, place)
  return written(found.books ? found : await readPage(services, asked, { offset, length: limit }), asked)
}

interface Place {
  offset: number
  length: number
  isBackwards?: boolean
  after?: RawBuilder<SqlBool>
  /** Without it nothing is found. */
  condition?: RawBuilder<SqlBool>
}

const placeOf = (marks: PageMarks, counts: BookCounts, { page, limit, sort, genre }: Asked): Place => {
  const order = ORDERS[sort]
  const before = (page - 1) * limit
  const length = Math.min(limit, counts.total - before)
  const behind = counts.total - before - length
  const isUnmoved = sql<SqlBool>`(select sum(books) from ${countedIn(genre)}) = ${counts.total}`
  // Marks are counted up, from the oldest book or the first title.
  const version = order.isDown ? counts.byAge : counts.byTitle
  const list = markedList(order, genre)
  const found = list && marks.markBefore(`${sort} ${genre ?? ''}`, list, order.isDown ? behind : before, version)
  if (found) {
    const condition = sql<SqlBool>`${isUnmoved} and ${list.version} = ${version}`
    return { offset: found.between, length, isBackwards: order.isDown, after: found.after, condition }
  }
  if (behind >= before) return { offset: before, length }
  return { offset: behind, length, isBackwards: true, condition: isUnmoved }
}

const markedList = ({ table, key, type, id, isDown, version }: Order, genre: string | undefined) => {
  if (!version) return undefined
  const inGenre = genre === undefined ? sql`true` : sql`genre = ${genre}`
  return {
    by: [
      { what: key, type },
      { what: id, type: 'uuid' },
    ],
    table,
    // The last hour has no marks: a new book moves none.
    where: isDown ? sql<SqlBool>`${inGenre} and created_at < now() - interval '1 hour'` : sql<SqlBool>`${inGenre}`,
    version: sql<number>`(select coalesce(sum(${version}), 0) from ${countedIn(genre)})`,
  } satisfies Ordered
}

interface Read {
  /** A JSON array; null for none. */
  books: string | null
  totalBooks: number
}

const nearPages = builtOnce()
/** So many pages of each list are asked for often enough to be prepared. */
const PREPARED_PAGES = 4

/** First the ids, which an index has, then the rows of those alone. */
const readPage = async ({ db, settings }: Services, { sort, genre }: Asked, place: Place): Promise<Read> => {
  const { offset, length, isBackwards = false, after, condition } = place
  const order = ORDERS[sort]
  const { limit, isUsual } = rowLimit(length)
  const isWhole = offset % length === 0 && offset < PREPARED_PAGES * length
  const isPrepared = isUsual && isWhole && !after && !condition
  const build = () => {
    const conditions = [
      ...(genre === undefined ? [] : [sql`genre = ${genre}`]),
      ...[after, condition].filter((c) => c !== undefined),
    ]
    const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const placed = sql`(
      select ${order.id} as placed_id, ${order.key} as place
      from ${order.table}
      ${where}
      order by ${orderOf(order, isBackwards)}
      limit ${limit}
      offset ${isPrepared ? sql.lit(offset) : offset})`
    const orderBy = order.isDown ? sql`place desc, placed_id desc` : sql`place, placed_id`
    const books = selectBooksAsJson(settings.filesOrigin, { placed, orderBy })
    return sql<Read>`${isPrepared ? PREPARED : sql``} select ${books} as books, ${totalIn(genre)} as total_books`
  }
  const values = [coversFrom(settings.filesOrigin), ...(genre === undefined ? [] : [genre, genre])]
  const name = `${sort} ${length} ${offset} ${genre !== undefined}`
  const { rows } = await (isPrepared ? nearPages(db, { name, values }, build) : build().execute(db))
  return rows[0] ?? { books: null, totalBooks: 0 }
}

/** A page as the contract has it. */
const written = ({ books, totalBooks }: Read, asked: Asked) => {
  const { books: _, ...numbers } = pageOf([], totalBooks, asked)
  return new JsonText(`{"books":${books ?? '[]'},${JSON.stringify(numbers).slice(1)}`)
}

const SEARCHED: Record<Sort, RawBuilder<unknown> | undefined> = {
  new: undefined,
  title: sql`title, books.id`,
  'top-rated': sql`bayesian_rating(ranked_sum, ranked_count) desc, books.id desc`,
  'most-read': sql`views desc, books.id desc`,
}

/** Books with these words, the closest first unless asked for otherwise. */
const searched = async (
  { db, settings }: Services,
  words: RawBuilder<SqlBool>,
  query: string,
  asked: Asked,
): Promise<BookPage> => {
  const { page, limit, sort, genre } = asked
  const among = genre === undefined ? words : sql<SqlBool>`${words} and genre = ${genre}`
  const { total } = await db
    .selectFrom(db.selectFrom('books').select('id').where(among).limit(COUNTED_HITS).as('hits'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * limit
  if (offset >= total) return pageOf([], total, asked)
  const rows = await selectBooks(db)
    .where(among)
    .orderBy(SEARCHED[sort] ?? byCloseness(query))
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows.map(toBook(settings.filesOrigin)), total, asked)
}

const pageOf = (
  books: BookPage['books'],
  totalBooks: number,
  { page, limit }: Pick<Wanted, 'page' | 'limit'>,
): BookPage => ({
  books,
  currentPage: page,
  totalBooks,
  totalPages: Math.ceil(totalBooks / limit),
})

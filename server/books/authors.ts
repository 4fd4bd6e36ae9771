import { sql, type SqlBool } from 'kysely'
import { type Author, AUTHOR_SERIES, AUTHOR_SERIES_BOOKS, NAMESAKE_BOOKS } from '#contract/authors.ts'
import type { Book, BookPage } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import { isSuspended } from '#server/restrictions/is-suspended.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { booksInOrder, selectBooks, selectListed, toBook } from './book-serializer.ts'
import { findCoAuthorAccount, findCoAuthorName, readCoAuthored } from './co-authors.ts'
import { isShown } from './is-shown.ts'
import { toBookPage } from './library-orders.ts'

/** The books of an author's page: all by a name, or only those that the account of that name, or its owner, has published. */
interface Listed {
  name: string
  isOwn: boolean
}

/** The condition that a book's author is the name of the account that published it, or a pen name. */
export const hasOwnName = sql<boolean>`(
  books.pen_name_id is not null or books.publisher_name is not distinct from same_name(books.author)
)`

const hasName = (name: string) => sql<boolean>`${isShown} and same_name(books.author) = same_name(${name})`

const isListed = ({ name, isOwn }: Listed) => (isOwn ? sql<boolean>`${hasName(name)} and ${hasOwnName}` : hasName(name))

/**
 * The page of an author. A name is an account's or a pen name if one is called so and a shown book with this author is
 * published under it, or has the account as a co-author; the page then lists its own books alone. Other names are what
 * publishers typed.
 */
export const readAuthor = async (
  services: Services,
  { name, page, limit }: { name: string; page: number; limit: number },
): Promise<Author> => {
  const { db, settings } = services
  const { listed, ...author } = await findListed(services, name)
  const { accountId, penName } = author
  const series = await selectSeries(db, listed)
  const filter = { ...listed, series: series.map(({ _id }) => _id) }
  const isFirstPage = page === 1
  const [account, { rows = [], total }, inSeries, withOthers, namesakes] = await Promise.all([
    penName ? readPenName(services, penName) : accountId === undefined ? undefined : readAccount(services, accountId),
    readPage(db, BY_AUTHOR, { page, limit, sort: 'new', filter }, (snapshot, ids) =>
      selectListed(snapshot, ids).execute(),
    ),
    isFirstPage ? booksOfSeries(services, filter) : [],
    // Who types a pen name as that of a co-author has not asked its owner.
    isFirstPage && !penName ? readCoAuthored(services, { name, accountId }) : [],
    isFirstPage && listed.isOwn ? selectNamesakes(db, name).execute() : [],
  ])
  const asBook = toBook(settings.filesOrigin)
  return {
    name: author.name,
    ...(account && { account }),
    series: isFirstPage ? series.map((one, i) => ({ ...one, books: inSeries[i] ?? [] })) : [],
    books: rows.map(asBook),
    withOthers,
    namesakes: namesakes.map(asBook),
    currentPage: page,
    totalBooks: series.reduce((sum, { totalBooks }) => sum + totalBooks, total),
    totalPages: Math.ceil(total / limit),
  }
}

/** All books of an author's page, in series or not; those with others are on the first page, in their place by date. */
export const newestByAuthor = async (
  services: Services,
  { name, page, limit }: { name: string; page: number; limit: number },
): Promise<BookPage & { name: string }> => {
  const { db, settings } = services
  const { listed, accountId, penName, ...author } = await findListed(services, name)
  const [{ rows = [], total }, withOthers] = await Promise.all([
    readPage(db, BY_AUTHOR, { page, limit, sort: 'new', filter: listed }, (snapshot, ids) =>
      selectListed(snapshot, ids).execute(),
    ),
    penName || page > 1 ? [] : readCoAuthored(services, { name, accountId }),
  ])
  const books = [...rows.map(toBook(settings.filesOrigin)), ...withOthers]
  const newest = books.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  return { name: author.name, ...toBookPage(newest, total, { page, limit }) }
}

const findListed = async (services: Services, name: string): Promise<Found & { listed: Listed }> => {
  const author = await findAuthor(services, name)
  if (!author) throw new Problem('authorNotFound')
  const isOwn = author.accountId !== undefined || author.penName !== undefined
  return { ...author, listed: { name, isOwn } }
}

interface Found {
  name: string
  accountId?: string
  penName?: { id: string; firstBook: Date }
}

/** Whose page a name leads to; without an account or a pen name it is what publishers typed. */
export const findAuthor = async (services: Services, name: string): Promise<Found | undefined> => {
  const first = await findFirst(services.db, name)
  if (first?.isOwn && first.penNameId !== null)
    return { name: first.author, penName: { id: first.penNameId, firstBook: first.createdAt } }
  if (first?.isOwn && first.publisherId !== null) return { name: first.author, accountId: first.publisherId }
  const account = await findCoAuthorAccount(services, name)
  if (account) return { name: account.username, accountId: account.id }
  const typed = first?.author ?? (await findCoAuthorName(services, name))
  return typed === undefined ? undefined : { name: typed }
}

/** The oldest book by this name, before all others one of the account that is called so: its spelling is that of the page. */
const findFirst = (db: Database, name: string) =>
  db
    .selectFrom('books')
    .select(['author', 'publisherId', 'penNameId', 'createdAt', hasOwnName.as('isOwn')])
    .where(hasName(name))
    .orderBy('isOwn', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** What is said of a pen name: nothing by which its account could be found, such as an id, a date or the picture of it. */
const readPenName = async (
  { db, now }: Services,
  { id, firstBook }: NonNullable<Found['penName']>,
): Promise<Author['account']> => {
  const row = await db
    .selectFrom('penNames')
    .innerJoin('users', 'users.id', 'userId')
    .select(['penNames.image', 'penNames.about', 'penNames.links', isSuspended(now()).as('isSuspended')])
    .where('penNames.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { image: row.image, ...saidBy(row), since: firstBook.toISOString() }
}

const saidBy = ({ isSuspended, about, links }: { isSuspended: SqlBool; about: string | null; links: string[] }) =>
  isSuspended ? { about: null, links: [] } : { about, links }

const readAccount = async ({ db, now }: Services, id: string): Promise<Author['account']> => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'profileImage', 'about', 'links', 'createdAt', isSuspended(now()).as('isSuspended')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { _id: row.id, image: row.profileImage, ...saidBy(row), since: row.createdAt.toISOString() }
}

/** The books of an author, without those in some series. */
const BY_AUTHOR: PagedList<'new', Listed & { series?: string[] }> = {
  orders: {
    new: { table: sql`books`, id: sql`books.id`, keys: [sql`created_at`, sql`id`], isDescending: true },
  },
  filter: ({ series, ...listed }) =>
    series === undefined
      ? isListed(listed)
      : sql`${isListed(listed)} and (series_id is null or series_id <> all(${series}::uuid[]))`,
  count: async (db, filter) => {
    const where = (filter && BY_AUTHOR.filter?.(filter)) ?? isShown
    const { rows } = await sql<{ total: number }>`select count(*) as total from books where ${where}`.execute(db)
    return rows[0]?.total ?? 0
  },
}

/** The series with the newest books. */
const selectSeries = (db: Database, listed: Listed) =>
  db
    .selectFrom('books')
    .select(({ fn }) => [
      sql<string>`series_id`.as('_id'),
      sql<string>`min(series_name)`.as('name'),
      fn.countAll<number>().as('totalBooks'),
    ])
    .where(isListed(listed))
    .where('seriesId', 'is not', null)
    .groupBy('seriesId')
    .orderBy(({ fn }) => fn.max('createdAt'), 'desc')
    .orderBy('seriesId')
    .limit(AUTHOR_SERIES)
    .execute()

/** The first books of each series, in its order. */
const booksOfSeries = async (
  { db, settings }: Services,
  { series, ...listed }: Listed & { series: string[] },
): Promise<Book[][]> => {
  const { rows } = await sql<{ id: string; seriesId: string }>`
    select first.id, one.series_id
    from unnest(${series}::uuid[]) with ordinality as one (series_id, place) cross join lateral (
      select id, row_number() over (order by series_number, created_at, id) as number
      from books
      where books.series_id = one.series_id and ${isListed(listed)}
      order by series_number, created_at, id
      limit ${sql.lit(AUTHOR_SERIES_BOOKS)}
    ) first
    order by place, number`.execute(db)
  const books = await booksInOrder(
    db,
    rows.map(({ id }) => id),
    settings.filesOrigin,
  )
  const seriesOf = new Map(rows.map(({ id, seriesId }) => [id, seriesId]))
  return series.map((id) => books.filter((book) => seriesOf.get(book._id) === id))
}

/** The newest books of others who typed the name of an account. */
const selectNamesakes = (db: Database, name: string) =>
  selectBooks(db)
    .where(hasName(name))
    .where(sql<SqlBool>`not (${hasOwnName})`)
    .orderBy('books.createdAt', 'desc')
    .orderBy('books.id', 'desc')
    .limit(NAMESAKE_BOOKS)

import { sql, type SqlBool } from 'kysely'
import { SHELF } from '#contract/books.ts'
import { PREMIUM_PAGE } from '#contract/premium.ts'
import { Problem } from '#contract/api/problems.ts'
import { bookDetail } from '#server/books/book-detail.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import { isShown } from '#server/books/is-shown.ts'
import { bookFileLinks, pdfLink, type Sign } from '#server/books/read-book.ts'
import type { Services } from '#server/platform/services.ts'

/** Names the column itself, as the partial index on premium books does. */
export const isPremiumNow = ({ now }: Services) =>
  sql<SqlBool>`(is_premium and (premium_until is null or premium_until > ${now()}))`

const premiumRows = async (services: Services, limit: number, offset: number) => {
  const rows = await selectBooks(services.db)
    .where(isPremiumNow(services))
    .orderBy('books.createdAt', 'desc')
    .orderBy('books.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toBook(services.settings.filesOrigin))
}

/** Premium books, newest first: a list, or a page if the query has a page number. */
export const premiumBooks = (services: Services, { page, limit }: PremiumBooksQuery) =>
  services.singleFlight(`premium ${page} ${limit}`, () => readPremium(services, { page, limit }))

interface PremiumBooksQuery {
  page?: number | undefined
  limit?: number | undefined
}

const readPremium = async (services: Services, query: PremiumBooksQuery) => {
  if (query.page === undefined) return premiumRows(services, query.limit ?? SHELF, 0)
  const limit = query.limit ?? PREMIUM_PAGE
  const { total } = await services.db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isShown)
    .where(isPremiumNow(services))
    .executeTakeFirstOrThrow()
  const offset = (query.page - 1) * limit
  const books = offset < total ? await premiumRows(services, limit, offset) : []
  return { books, currentPage: query.page, totalBooks: total, totalPages: Math.ceil(total / limit) }
}

/** Featured books, the latest featured first. */
export const featuredBooks = (services: Services, limit: number) =>
  services.singleFlight(`featured ${limit}`, () => readFeatured(services, limit))

const readFeatured = async ({ db, settings }: Services, limit: number) => {
  const rows = await selectBooks(db)
    .where('isFeatured', '=', true)
    .orderBy('books.featuredAt', 'desc')
    .orderBy('books.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toBook(settings.filesOrigin))
}

/** Everyone may read the page of a premium book while it is premium. */
export const premiumBook = async (services: Services, id: string, readerId: string | undefined) => {
  await assertPremium(services, id)
  return bookDetail(services, id, readerId)
}

export const premiumPdf = async (services: Services, sign: Sign, id: string) => {
  await assertPremium(services, id)
  return pdfLink(services, sign, id)
}

export const premiumFile = async (services: Services, sign: Sign, id: string, userId: string | undefined) => {
  await assertPremium(services, id)
  return bookFileLinks(services, sign, { id, userId })
}

const assertPremium = async (services: Services, id: string) => {
  const book = await services.db
    .selectFrom('books')
    .select('id')
    .where('id', '=', id)
    .where(isShown)
    .where(isPremiumNow(services))
    .executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
}

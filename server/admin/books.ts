import { sql } from 'kysely'
import type { ADMIN_BOOK_SORTS, BOOK_STATUSES } from '#contract/admin.ts'
import { Problem } from '#contract/problems.ts'
import { bookOf, selectBooks } from '#server/books/book-shape.ts'
import { matching } from '#server/books/matching.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteBooks } from '#server/publishing/delete-book.ts'
import { setFeatured, setPremium } from '#server/premium/set-premium.ts'
import { audit } from './audit.ts'

interface Wanted {
  page: number
  limit: number
  query?: string | undefined
  sort: (typeof ADMIN_BOOK_SORTS)[number]
  status?: (typeof BOOK_STATUSES)[number] | undefined
}

const ORDER = {
  new: sql`books.created_at desc, books.id desc`,
  title: sql`title, books.id`,
  author: sql`author, title, books.id`,
  views: sql`views desc, books.id desc`,
  rating: sql`rating_sum::float / greatest(rating_count, 1) desc, books.id desc`,
}

const isPremiumNow = ({ now }: Services) => sql<boolean>`(is_premium and (premium_until is null or premium_until > ${now()}))`

/** All books for those who look after them. */
export const listAdminBooks = async (services: Services, { page, limit, query = '', sort, status }: Wanted) => {
  const { db, settings } = services
  const words = matching(query)
  const conditions = [
    ...(words ? [words] : []),
    ...(status === 'featured' ? [sql<boolean>`is_featured`] : []),
    ...(status === 'premium' ? [isPremiumNow(services)] : []),
    ...(status === 'free' ? [sql<boolean>`not ${isPremiumNow(services)}`] : []),
  ]
  const where = conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
  const [{ total }, rows] = await Promise.all([
    db.selectFrom('books').select(({ fn }) => fn.countAll<number>().as('total')).where(where).executeTakeFirstOrThrow(),
    selectBooks(db).where(where).orderBy(ORDER[sort]).limit(limit).offset((page - 1) * limit).execute(),
  ])
  const data = rows.map(bookOf(settings.filesOrigin)).map((book) => ({ ...book, rating: book.Rating }))
  return { success: true as const, data, pagination: { page, pages: Math.ceil(total / limit), total } }
}

const adminBook = async ({ db, settings }: Services, id: string) => {
  const row = await selectBooks(db).where('books.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('bookNotFound')
  const book = bookOf(settings.filesOrigin)(row)
  return { ...book, rating: book.Rating }
}

/** Does one thing to a book and writes down what it was before and after. */
const changeBook = async (services: Services, admin: Caller, action: string, id: string, change: (inside: Services) => Promise<void>) =>
  services.db.transaction().execute(async (db) => {
    const inside = { ...services, db }
    const before = await adminBook(inside, id)
    await change(inside)
    const data = await adminBook(inside, id)
    const flags = ({ isPremium, premiumDisplayUntil, isFeatured }: typeof data) => ({ isPremium, premiumDisplayUntil, isFeatured })
    await audit(db, admin, { action, subject: `book ${id}`, before: flags(before), after: flags(data) })
    return { success: true as const, data }
  })

export const togglePremium = (
  services: Services,
  admin: Caller,
  id: string,
  premium: { isPremium: boolean; premiumDisplayUntil: string | null },
) => changeBook(services, admin, 'set premium', id, (inside) => setPremium(inside, id, premium))

export const toggleFeatured = (services: Services, admin: Caller, id: string, isFeatured: boolean) =>
  changeBook(services, admin, 'set featured', id, (inside) => setFeatured(inside, id, isFeatured))

export const deleteAdminBook = async (services: Services, admin: Caller, id: string) => {
  const removeFiles = await services.db.transaction().execute(async (trx) => {
    const book = await trx.selectFrom('books').select(['title', 'author']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!book) throw new Problem('bookNotFound')
    const files = await deleteBooks(services, trx, [id])
    await audit(trx, admin, { action: 'delete book', subject: `book ${id}`, before: book })
    return files
  })
  await removeFiles()
  return { success: true as const, data: { _id: id } }
}

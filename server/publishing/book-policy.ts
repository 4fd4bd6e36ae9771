import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { coAuthorshipOf } from '#server/books/co-authors.ts'
import { DETAIL_COLUMNS } from './detail-columns.ts'
import type { LinkScope } from '#server/books/read-book.ts'
import type { Caller } from '#server/platform/http/serve.ts'

type PublishedBook = { publisherId: string | null }
type BookInState = PublishedBook & { state: string }

/** What a caller may do to a book, and what of it is audited. */
export interface BookPolicy {
  caller: Caller
  mayChange: (book: BookInState) => boolean
  /** Premium and featured. */
  maySetFlags: boolean
  isAudited: (book: PublishedBook) => boolean
}

/** For the authors' calls: a book of one's own. An administrator may change any; for others' books that is audited. */
export const authorPolicy = (caller: Caller): BookPolicy => {
  const isAdmin = caller.userType === 'admin'
  const isOwn = ({ publisherId }: PublishedBook) => publisherId === caller.id
  return {
    caller,
    mayChange: (book) => isAdmin || isOwn(book),
    maySetFlags: isAdmin,
    isAudited: (book) => isAdmin && !isOwn(book),
  }
}

/** For the calls about one's own books alone, in any state. */
export const ownerPolicy = (caller: Caller): BookPolicy => ({
  caller,
  mayChange: ({ publisherId }) => publisherId === caller.id,
  maySetFlags: false,
  isAudited: () => false,
})

/** For the administrators' calls: any book, always audited. */
export const adminPolicy = (caller: Caller): BookPolicy => ({
  caller,
  mayChange: () => true,
  maySetFlags: true,
  isAudited: () => true,
})

export const BOOK_COLUMNS = [
  'title',
  'author',
  'caption',
  'genre',
  'cover',
  'pdf',
  'pdfName',
  'pdfBytes',
  'manuscriptName',
  'manuscriptBytes',
  'isPremium',
  'premiumUntil',
  'isFeatured',
  'publisherId',
  'penNameId',
  'version',
  'coverSeed',
  'state',
  'publishedAt',
  'nameWasTold',
  ...DETAIL_COLUMNS,
] as const

/** Throws where the caller may not change the book; for the time before a body is read. */
export const authorizeBookChange = async (db: Database, policy: BookPolicy, id: string): Promise<void> => {
  await readBookForChange(db, policy, id)
}

/**
 * The book for those who see it in any state: its publisher, and its co-authors, of whom `coAuthorship` is the row in
 * `co_authors`. With `admins` also for administrators, once it is published.
 */
export const readBookForView = async (db: Database, caller: Caller, id: string, { admins = false } = {}) => {
  const book = await selectBook(db, id).select(coAuthorshipOf(caller.id).as('coAuthorship')).executeTakeFirst()
  const sees = book && (book.publisherId === caller.id || book.coAuthorship !== null)
  if (!book || (book.state !== 'published' && !sees)) throw new Problem('bookNotFound')
  if (!sees && !(admins && caller.userType === 'admin')) throw new Problem('notYourBook')
  return book
}

/** What links to the files of the book are signed for. */
export const ownScope = (
  { publisherId, coAuthorship }: PublishedBook & { coAuthorship: string | null },
  caller: Caller,
): LinkScope => (publisherId === caller.id || coAuthorship === null ? 'own' : `with ${coAuthorship}`)

/** The book as it is now. */
export const readBookForChange = async (db: Database, policy: BookPolicy, id: string) =>
  assertChangeable(policy, await selectBook(db, id).executeTakeFirst())

/**
 * The book as it stays until the transaction ends. Locks the rows in the order of docs/decisions/020: the publisher,
 * then the book. With the publisher's row locked their quota holds, and their account isn't deleted meanwhile.
 */
export const lockBookForChange = async (
  trx: Database,
  policy: BookPolicy,
  { id, version }: { id: string; version: number | undefined },
) => {
  const { publisherId } = await readBookForChange(trx, policy, id)
  if (publisherId) await lockPublisher(trx, publisherId)
  const book = assertChangeable(policy, await selectBook(trx, id).forUpdate().executeTakeFirst())
  assertVersion(book, version)
  return book
}

/** Locks the row of an account until the transaction ends, so that it isn't deleted meanwhile. Returns whether it still exists. */
export const lockPublisher = async (trx: Database, id: string): Promise<boolean> =>
  (await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !== undefined

export const assertVersion = (book: { version: number }, version: number | undefined) => {
  if (version !== undefined && version !== book.version) throw new Problem('changedMeanwhile')
}

const selectBook = (db: Database, id: string) => db.selectFrom('books').select(BOOK_COLUMNS).where('id', '=', id)

/** What is not published is changed by its publisher alone: to others there is no such book. */
const assertChangeable = <Book extends BookInState>(
  { mayChange, caller }: BookPolicy,
  book: Book | undefined,
): Book => {
  if (!book || (book.state !== 'published' && book.publisherId !== caller.id)) throw new Problem('bookNotFound')
  if (!mayChange(book)) throw new Problem('notYourBook')
  return book
}

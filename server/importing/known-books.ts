import type { Database } from '#server/platform/database/connect.ts'
import { isPublished } from '#server/books/is-shown.ts'
import { sql } from 'kysely'

const BATCH = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

interface Named {
  title: string
  author: string
  isbn?: string | null | undefined
}

const keysOf = ({ title, author, isbn }: Named) => [`${letters(title)} ${letters(author)}`, ...(isbn ? [isbn] : [])]

/**
 * The titles with their authors, and the ISBNs, of the account's books in any state and of what others have published.
 * About 150 bytes of memory for each. `same` has the ids of those that are also books of the source.
 */
export const readKnownBooks = async (db: Database, { userId, same }: { userId: string; same: ReadonlySet<string> }) => {
  /** The value says whether a book outside of the source has this key. */
  const keys = new Map<string, boolean>()
  for (let last: string | undefined = BEFORE_ALL; last !== undefined;) {
    const rows: (Named & { id: string })[] = await db
      .selectFrom('books')
      .select(['id', 'title', 'author', 'isbn'])
      .where(sql<boolean>`(publisher_id = ${userId}::uuid or ${isPublished})`)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const row of rows) for (const key of keysOf(row)) keys.set(key, keys.get(key) === true || !same.has(row.id))
    last = rows.at(-1)?.id
  }
  return {
    /**
     * Why a book is perhaps there already; undefined, and from now on it is known, if it isn't. A source in which each book is
     * once may have two of one name.
     */
    claim: (book: Named, { isOnce = false } = {}): string | undefined => {
      const isKnown = (key: string) => (isOnce ? keys.get(key) === true : keys.has(key))
      const [title = '', isbn = ''] = keysOf(book)
      if (isbn !== '' && isKnown(isbn)) return `A book with the ISBN ${isbn} is there.`
      if (isKnown(title)) return 'A book with this title by this author is there.'
      for (const key of keysOf(book)) keys.set(key, false)
      return undefined
    },
    release: (book: Named) => keysOf(book).forEach((key) => keys.delete(key)),
  }
}

export type KnownBooks = Awaited<ReturnType<typeof readKnownBooks>>

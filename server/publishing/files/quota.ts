import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { otherBytes } from '#server/publishing/versions/book-versions.ts'

const GIGABYTE = 1024 ** 3

interface Growth {
  books: number
  bytes: number
}

/** Throws where an author's books would grow beyond the site's limits, in a transaction that has locked their row. */
export const assertWithinQuota = async (trx: Services, authorId: string, added: Growth): Promise<void> => {
  const { maxBooksPerAuthor, maxGigabytesPerAuthor } = await readSiteSettings(trx)
  const { books, bytes } = await trx.db
    .selectFrom('books')
    .select(({ fn }) => [
      fn.countAll<number>().as('books'),
      fn
        .coalesce(fn.sum<number>(sql`pdf_bytes + coalesce(manuscript_bytes, 0) + ${otherBytes}`), sql<number>`0`)
        .as('bytes'),
    ])
    .where('publisherId', '=', authorId)
    .executeTakeFirstOrThrow()
  if (added.books > 0 && books + added.books > maxBooksPerAuthor)
    throw new Problem('tooManyBooks', {
      message: `You have published ${maxBooksPerAuthor} books, as many as this library allows for one author.`,
    })
  if (added.bytes > 0 && bytes + added.bytes > maxGigabytesPerAuthor * GIGABYTE)
    throw new Problem('tooManyBooks', {
      message: `Your books would take more than ${maxGigabytesPerAuthor} GB, which is more than this library allows for one author. Earlier versions count too, as do EPUBs made from pages and chapters that are not out.`,
    })
}

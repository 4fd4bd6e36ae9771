import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

const GIGABYTE = 1024 ** 3

/** An author's books are bounded in number and size, as the site settings say. */
export const assertWithinQuota = async (services: Services, authorId: string, newBytes: number): Promise<void> => {
  const [{ maxBooksPerAuthor, maxGigabytesPerAuthor }, { books, bytes }] = await Promise.all([
    readSiteSettings(services),
    services.db
      .selectFrom('books')
      .select(({ fn }) => [
        fn.countAll<number>().as('books'),
        fn.coalesce(fn.sum<number>('pdfBytes'), sql<number>`0`).as('bytes'),
      ])
      .where('publisherId', '=', authorId)
      .executeTakeFirstOrThrow(),
  ])
  if (books >= maxBooksPerAuthor)
    throw new Problem('tooManyBooks', {
      message: `You have published ${maxBooksPerAuthor} books, as many as this library allows for one author.`,
    })
  if (bytes + newBytes > maxGigabytesPerAuthor * GIGABYTE)
    throw new Problem('tooManyBooks', {
      message: `Your books would take more than ${maxGigabytesPerAuthor} GB, which is more than this library allows for one author.`,
    })
}

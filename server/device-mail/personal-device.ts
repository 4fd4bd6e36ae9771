import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** The address of a person's device, and the books of the last weeks that were sent there. All of it is deleted with the account. */
export const personalDevice: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [address, books] = await Promise.all([
      db
        .selectFrom('deviceAddresses')
        .select(['address', 'requestedAt', 'isConfirmed', 'confirmedAt'])
        .where('userId', '=', userId)
        .executeTakeFirst(),
      db
        .selectFrom('deviceBooks')
        .innerJoin('books', 'books.id', 'bookId')
        .select(['bookId', shownTitle, shownAuthor, 'askedAt', 'deviceBooks.state', 'reason', 'endedAt'])
        .where('userId', '=', userId)
        .orderBy('deviceBooks.id')
        .execute(),
    ])
    return { documents: { device: { address: address ?? null, books } } }
  },
}

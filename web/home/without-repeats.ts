import type { Book } from '#contract/books.ts'

/**
 * The first `size` books of each list that are in none of the lists before it. A list whose books are all taken, which
 * happens in a library with few books, has its first books all the same.
 */
export const withoutRepeats = (lists: readonly (readonly Book[])[], size: number): Book[][] => {
  const shown = new Set<string>()
  return lists.map((books) => {
    const fresh = books.filter(({ _id }) => !shown.has(_id))
    const chosen = (fresh.length > 0 ? fresh : books).slice(0, size)
    for (const { _id } of chosen) shown.add(_id)
    return chosen
  })
}

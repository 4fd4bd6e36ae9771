/** The most books of one author among those recommended. */
const OF_ONE_AUTHOR = 2

/** The first books, at most two of them by one author. */
export const limitAuthors = <T>(books: T[], authorOf: (book: T) => string, count: number): T[] => {
  const counts = new Map<string, number>()
  const chosen: T[] = []
  for (const book of books) {
    if (chosen.length === count) break
    const author = authorOf(book)
    const already = counts.get(author) ?? 0
    if (already === OF_ONE_AUTHOR) continue
    counts.set(author, already + 1)
    chosen.push(book)
  }
  return chosen
}

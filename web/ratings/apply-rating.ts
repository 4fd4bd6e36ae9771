import type { BookDetail } from '#contract/books.ts'
import type { Output } from '#contract/api/endpoint.ts'
import type { rateBook } from '#contract/calls/ratings.ts'

/** The book after its reader has rated it: the new average, and one vote added or moved. */
export const applyRating = (
  book: BookDetail,
  stars: number,
  { newRating, ratingCount }: Output<typeof rateBook>,
): BookDetail => ({
  ...book,
  Rating: newRating,
  ratingCount,
  userRating: stars,
  ratings: book.ratings.map(
    (votes, index) => votes + Number(index + 1 === stars) - Number(index + 1 === book.userRating),
  ),
})

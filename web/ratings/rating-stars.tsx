import { useQueryClient } from '@tanstack/react-query'
import type { BookDetail } from '#contract/books.ts'
import { rateBook } from '#contract/calls/ratings.ts'
import { listShelf, listShelves } from '#contract/calls/shelves.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Stars } from '#web/ui/stars.tsx'
import { RATING } from '#web/messages/books.ts'
import { updateCachedBook } from './update-cached-book.ts'
import { applyRating } from './apply-rating.ts'

/** Five stars that save the rating immediately. */
export const RatingStars = ({ book }: { book: BookDetail }) => {
  const { mutate, isPending, variables } = useRate(book._id)
  const stars = isPending ? variables : (book.userRating ?? 0)
  return (
    <>
      <Stars label={RATING.rate} value={stars} onChange={mutate} />
      <span aria-live="polite">{stars > 0 ? RATING.yours(stars) : RATING.rate}</span>
    </>
  )
}

const useRate = (id: string) => {
  const client = useQueryClient()
  return useAction({
    call: rateBook,
    send: (rating: number) => api(rateBook, { params: { id }, body: { rating } }),
    done: RATING.thanks,
    onDone: (result, stars) => {
      updateCachedBook(client, id, (book) => applyRating(book, stars, result))
      for (const call of [listShelves, listShelf]) void client.invalidateQueries({ queryKey: keyOf(call) })
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookDetail } from '#contract/books.ts'
import { rateBook } from '#contract/ratings.ts'
import { api } from '#web/api/browser.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Stars } from '#web/ui/stars.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { RATING } from '#web/words/books.ts'
import { changeShown } from './change-shown.ts'
import { rated } from './rated.ts'

/** Five stars that count at once. */
export const GiveStars = ({ book }: { book: BookDetail }) => {
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
  const toast = useToast()
  return useMutation({
    mutationFn: (rating: number) => api(rateBook, { params: { id }, body: { rating } }),
    onSuccess: (result, stars) => {
      changeShown(client, id, (book) => rated(book, stars, result))
      toast.good(RATING.thanks)
    },
    onError: (error) => toast.bad(wordsFor(error, rateBook)),
  })
}

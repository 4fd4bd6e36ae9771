import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { rateBook } from '#contract/calls/ratings.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { Stars } from '#web/ui/stars.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { RATING } from '#web/messages/books.ts'
import { updateCachedBook } from './update-cached-book.ts'
import { applyRating } from './apply-rating.ts'
import css from './rate-book.module.css'

/** Five stars that save the rating immediately, or a login link for visitors. */
export const RateBook = ({ book }: { book: BookDetail }) => {
  const { mutate, isPending, variables } = useRate(book._id)
  const { pathname } = useLocation()
  const stars = isPending ? variables : (book.userRating ?? 0)
  if (!useHasToken())
    return (
      <div className={css.row}>
        <Link className={css.logIn} to={loginPath(pathname)}>
          {RATING.logIn}
        </Link>
        <ContinueAsGuest />
      </div>
    )
  return (
    <div className={css.row}>
      <Stars label={RATING.rate} value={stars} onChange={mutate} />
      <span aria-live="polite">{stars > 0 ? RATING.yours(stars) : RATING.rate}</span>
    </div>
  )
}

const useRate = (id: string) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (rating: number) => api(rateBook, { params: { id }, body: { rating } }),
    onSuccess: (result, stars) => {
      updateCachedBook(client, id, (book) => applyRating(book, stars, result))
      toast.good(RATING.thanks)
    },
    onError: (error) => toast.bad(errorMessage(error, rateBook)),
  })
}

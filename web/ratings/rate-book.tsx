import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { RATING } from '#web/messages/books.ts'
import css from './rate-book.module.css'

/** Loaded only for members. */
const RatingStars = optionalPart(async () => (await import('./rating-stars.tsx')).RatingStars)

/** The stars to rate a book with, or a login link for visitors. */
export const RateBook = ({ book }: { book: BookDetail }) => {
  const { pathname } = useLocation()
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
      <Suspense fallback={<Placeholder stars={book.userRating ?? 0} />}>
        <RatingStars book={book} />
      </Suspense>
    </div>
  )
}

/** The same size as the stars and the text beside them, which may wrap. */
const Placeholder = ({ stars }: { stars: number }) => (
  <>
    <span className={css.stars} />
    <span>{stars > 0 ? RATING.yours(stars) : RATING.rate}</span>
  </>
)

import { Suspense, lazy } from 'react'
import { Link, useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { RATING } from '#web/words/books.ts'
import css from './rate-book.module.css'

/** Only who may rate loads it. */
const GiveStars = lazy(async () => ({ default: (await import('./give-stars.tsx')).GiveStars }))

/** The stars that a member gives; a visitor is asked to log in. */
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
  // The row keeps its room meanwhile.
  return (
    <div className={css.row}>
      <Suspense>
        <GiveStars book={book} />
      </Suspense>
    </div>
  )
}

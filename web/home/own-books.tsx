import { useState } from 'react'
import { PROMOTION_DAYS } from '#contract/values/premium.ts'
import type { OwnBook as Book } from '#contract/publishing.ts'
import { OwnBook } from '#web/profile/own-book.tsx'
import { useOwnBooks } from '#web/profile/use-own-books.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { AUTHOR_HOME } from '#web/messages/home.ts'
import { PROMOTION } from '#web/messages/promotion.ts'
import css from './own-books.module.css'

const SHOWN = 4

/** An author's own books with their figures, and a link to upload another. */
export const OwnBooks = () => (
  <section className={`on-quill ${css.strip}`}>
    <div className="wrap">
      <div className={css.head}>
        <h1 className="d2">{AUTHOR_HOME.title}</h1>
        <ButtonLink kind="strong" big to="/create">
          {AUTHOR_HOME.upload}
        </ButtonLink>
        <Rule />
      </div>
      <Books />
    </div>
  </section>
)

/** How a book becomes premium, for authors who have one. */
const Rule = () => (useOwnBooks().books?.length ? <p className={css.rule}>{PROMOTION.rule(PROMOTION_DAYS)}</p> : null)

/** Today's sums over all books. */
const sumToday = (books: Book[]) => ({
  views: books.reduce((sum, { today }) => sum + today.views, 0),
  ratings: books.reduce((sum, { today }) => sum + today.ratings, 0),
  comments: books.reduce((sum, { today }) => sum + today.comments, 0),
})

const Books = () => {
  const { books, failure, retry } = useOwnBooks()
  const [all, setAll] = useState(false)
  if (books?.length === 0)
    return (
      <div className={css.none}>
        <p className={css.noneTitle}>{AUTHOR_HOME.none}</p>
        <p>{AUTHOR_HOME.noneText}</p>
      </div>
    )
  if (books)
    return (
      <>
        <p className={css.today}>{AUTHOR_HOME.today(sumToday(books))}</p>
        <ul className={css.books}>
          {books.slice(0, all ? undefined : SHOWN).map((book) => (
            <OwnBook key={book._id} book={book} />
          ))}
        </ul>
        {books.length > SHOWN && !all && (
          <Button kind="quiet" className={css.more} onClick={() => setAll(true)}>
            {AUTHOR_HOME.more(books.length)}
          </Button>
        )}
      </>
    )
  if (failure) return <ErrorNotice message={failure} onRetry={retry} />
  return (
    <div className={css.waiting}>
      <Loading text={AUTHOR_HOME.loading}>
        <div className={css.books}>
          {Array.from({ length: SHOWN }, (_, index) => (
            <div key={index} className={css.skeleton}>
              <Skeleton aspectRatio="2 / 3" width="4.5rem" />
            </div>
          ))}
        </div>
      </Loading>
    </div>
  )
}

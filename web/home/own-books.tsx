import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/books.ts'
import { listOwnBooks } from '#contract/publishing.ts'
import { query } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Cover } from '#web/books/cover.tsx'
import { written } from '#web/books/written.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { AUTHOR_HOME } from '#web/words/home.ts'
import css from './own-books.module.css'

const SHOWN = 4

export const useOwnBooks = () => useQuery(query(listOwnBooks))

/** How an author's own books are doing, and the way to the next one. */
export const OwnBooks = () => (
  <section className={`on-quill ${css.strip}`}>
    <div className="wrap">
      <div className={css.head}>
        <h1 className="d2">{AUTHOR_HOME.title}</h1>
        <ButtonLink kind="strong" big to="/create">
          {AUTHOR_HOME.upload}
        </ButtonLink>
      </div>
      <Books />
    </div>
  </section>
)

const Books = () => {
  const { data: books, isError, error, refetch } = useOwnBooks()
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
  if (isError) return <ErrorNotice message={wordsFor(error, listOwnBooks)} onRetry={() => void refetch()} />
  return (
    <div className={css.waiting}>
      <Loading text={AUTHOR_HOME.loading}>
        <div className={css.books}>
          {Array.from({ length: SHOWN }, (_, index) => (
            <div key={index} className={css.book}>
              <Skeleton aspectRatio="2 / 3" width="4.5rem" />
            </div>
          ))}
        </div>
      </Loading>
    </div>
  )
}

const OwnBook = ({ book }: { book: Book }) => (
  <li className={css.book}>
    <span className={css.cover}>
      <Cover book={book} sizes="5rem" />
    </span>
    <div className={css.words}>
      <h2 className={css.title} {...written(book.title)}>
        <Link to={`/books/${book._id}`}>{book.title}</Link>
      </h2>
      <dl className={css.figures}>
        <Figure name={AUTHOR_HOME.views} value={book.views.toLocaleString('en')} />
        <Figure name={AUTHOR_HOME.rating} value={book.ratingCount > 0 ? book.Rating.toFixed(1) : '–'} />
        <Figure name={AUTHOR_HOME.comments} value={book.commentCount.toLocaleString('en')} />
      </dl>
    </div>
  </li>
)

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

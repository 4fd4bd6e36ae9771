import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getBook } from '#contract/books.ts'
import { listComments } from '#contract/comments.ts'
import { isProblem } from '#contract/problems.ts'
import { query, warm } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Comments } from '#web/comments/comments.tsx'
import { Distribution } from '#web/ratings/distribution.tsx'
import { useGuard } from '#web/session/guard.tsx'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { BOOK } from '#web/words/books.ts'
import { BookHeader } from './book-header.tsx'
import css from './book-page.module.css'
import { BookSkeleton } from './book-skeleton.tsx'
import { Caption } from './caption.tsx'
import { knownBook } from './known-book.ts'
import { StructuredBook } from './structured-book.tsx'

export const loader = warm(({ id = '' }) => [query(getBook, { params: { id } }), query(listComments, { params: { id } })])

/** The page that everyone may see. */
export const Component = () => <BookPage admitted />

/** The same for members alone. */
export const MembersPage = () => <BookPage admitted={useGuard()} />

const BookPage = ({ admitted }: { admitted: boolean }) => {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const asked = useQuery({
    ...query(getBook, { params: { id } }),
    enabled: admitted,
    placeholderData: () => knownBook(client, id),
  })
  if (isProblem(asked.error, 'not_found')) return <Missing />
  if (!asked.data && asked.isError) return <Failed message={wordsFor(asked.error, getBook)} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <BookSkeleton />
  const book = asked.data
  return (
    <article>
      <StructuredBook book={book} />
      <BookHeader book={book} />
      <div className={`wrap ${css.body}`}>
        <div className={css.side}>{!asked.isPlaceholderData && <Distribution book={book} />}</div>
        <div className={css.main}>
          <Caption text={book.caption} />
          {!asked.isPlaceholderData && <Comments key={id} bookId={id} count={book.commentCount} />}
        </div>
      </div>
    </article>
  )
}

const Missing = () => (
  <div className={`wrap ${css.message}`}>
    <Head title={BOOK.notFound} />
    <h1 className="d2">{BOOK.notFound}</h1>
    <p className="prose">{BOOK.notFoundText}</p>
    <ButtonLink to="/library">{BOOK.back}</ButtonLink>
  </div>
)

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div className={`wrap ${css.message}`}>
    <Head title={BOOK.failedTitle} />
    <h1 className="d1">{BOOK.failedTitle}</h1>
    <ErrorNotice message={message} onRetry={onRetry} />
    <ButtonLink to="/library">{BOOK.back}</ButtonLink>
  </div>
)

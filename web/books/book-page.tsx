import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getBook } from '#contract/calls/books.ts'
import type { BookDetail } from '#contract/books.ts'
import { listComments } from '#contract/calls/comments.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { relatedBooks } from '#contract/calls/recommendations.ts'
import { query, prefetch } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useGuard } from '#web/session/guard.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { BOOK } from '#web/messages/books.ts'
import { SHELL } from '#web/messages/site.ts'
import { grouped } from '#web/messages/counts.ts'
import { BookArticle } from './book-article.tsx'
import { BackToLibrary, BookHeader, CategoryLink, Fact, Facts, FileFacts } from './book-header.tsx'
import { BookFailed, BookMissing } from './book-message.tsx'
import { BookSkeleton } from './book-skeleton.tsx'
import { useLateParts } from './late-parts.tsx'
import { findCachedBook } from './find-cached-book.ts'

export const loader = prefetch(({ id = '' }) => [
  query(getBook, { params: { id } }),
  query(listComments, { params: { id } }),
  query(relatedBooks, { params: { id } }),
])

/** The page at /books/:id, open to everyone. */
export const Component = () => <BookPage admitted />

/** The page at /book/:id, for members only. */
export const MembersPage = () => <BookPage admitted={useGuard()} />

const BookPage = ({ admitted }: { admitted: boolean }) => {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const bookQuery = useQuery({
    ...query(getBook, { params: { id } }),
    enabled: admitted,
    placeholderData: () => findCachedBook(client, id),
  })
  const isReady = useLateParts(bookQuery.data !== undefined)
  if (isProblem(bookQuery.error, 'not_found'))
    return (
      <BookMissing>
        <ToLibrary />
      </BookMissing>
    )
  if (!bookQuery.data && bookQuery.isError)
    return (
      <BookFailed message={errorMessage(bookQuery.error, getBook)} onRetry={() => void bookQuery.refetch()}>
        {isProblem(bookQuery.error, 'older_readers') ? (
          <ButtonLink to={loginPath(`/books/${id}`)}>{SHELL.logIn}</ButtonLink>
        ) : (
          <ToLibrary />
        )}
      </BookFailed>
    )
  const book = isReady ? bookQuery.data : findCachedBook(client, id)
  if (!book) return <BookSkeleton back={<BackToLibrary />} />
  return (
    <BookArticle book={book} isComplete={isReady && !bookQuery.isPlaceholderData} header={<Header book={book} />} />
  )
}

const Header = ({ book }: { book: BookDetail }) => (
  <BookHeader
    book={book}
    back={<BackToLibrary />}
    readPath={`/read/${book._id}`}
    facts={
      <Facts>
        <Fact name={BOOK.category}>
          <CategoryLink genre={book.genre} />
        </Fact>
        <FileFacts book={book} />
        <Fact name={BOOK.views}>{grouped(book.views)}</Fact>
      </Facts>
    }
  />
)

const ToLibrary = () => <ButtonLink to="/library">{BOOK.back}</ButtonLink>

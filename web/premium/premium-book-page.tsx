import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { listComments } from '#contract/calls/comments.ts'
import { getPremiumBook } from '#contract/calls/premium.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { relatedBooks } from '#contract/calls/recommendations.ts'
import { query, prefetch } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { BookArticle } from '#web/books/book-article.tsx'
import { BackLink, BookHeader, CategoryLink, Fact, Facts, FileFacts } from '#web/books/book-header.tsx'
import { BookFailed, BookMissing } from '#web/books/book-message.tsx'
import { BookSkeleton } from '#web/books/book-skeleton.tsx'
import { useLateParts } from '#web/books/late-parts.tsx'
import { findCachedBook } from '#web/books/find-cached-book.ts'
import { useListPath } from '#web/books/list-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { BOOK } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import { PREMIUM } from '#web/messages/premium.ts'
import { PremiumBadge } from './premium-badge.tsx'
import css from './premium-book-page.module.css'

export const loader = prefetch(({ id = '' }) => [
  query(getPremiumBook, { params: { id } }),
  query(listComments, { params: { id } }),
  query(relatedBooks, { params: { id } }),
])

/** The page of a premium book, which needs no account. */
export const Component = () => {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const premiumBook = useQuery({
    ...query(getPremiumBook, { params: { id } }),
    placeholderData: () => findCachedBook(client, id),
  })
  const isReady = useLateParts(premiumBook.data !== undefined)
  if (isProblem(premiumBook.error, 'not_found'))
    return (
      <BookMissing>
        <ToPremium />
      </BookMissing>
    )
  if (!premiumBook.data && premiumBook.isError)
    return (
      <BookFailed message={errorMessage(premiumBook.error, getPremiumBook)} onRetry={() => void premiumBook.refetch()}>
        <ToPremium />
      </BookFailed>
    )
  const book = isReady ? premiumBook.data : findCachedBook(client, id)
  if (!book) return <BookSkeleton back={<BackToPremium />} />
  return (
    <BookArticle
      book={book}
      isComplete={isReady && !premiumBook.isPlaceholderData}
      header={<Header book={book} />}
      post={PREMIUM.comment}
    />
  )
}

const Header = ({ book }: { book: BookDetail }) => (
  <BookHeader
    book={book}
    back={<BackToPremium />}
    badge={
      <p className={css.badge}>
        <PremiumBadge />
      </p>
    }
    readPath={`/read/${book._id}?premium`}
    facts={
      <>
        <p className={css.category}>
          {PREMIUM.category}
          <CategoryLink genre={book.genre} />
        </p>
        <Facts>
          <FileFacts book={book} />
          <Fact name={BOOK.views}>{grouped(book.views)}</Fact>
        </Facts>
      </>
    }
  />
)

const BackToPremium = () => <BackLink to={useListPath('/premium')}>{PREMIUM.back}</BackLink>

const ToPremium = () => <ButtonLink to="/premium">{PREMIUM.back}</ButtonLink>

import { Suspense } from 'react'
import { listBooks } from '#contract/calls/books.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { LIBRARY } from '#web/messages/library.ts'
import { hasFilters } from '#contract/shapes/filters.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import type { BookCardProps } from './book-card.tsx'
import { BookGrid, BookGridPlaceholder } from './book-grid.tsx'
import type { LibraryAddress } from './library-address.ts'
import css from './library-books.module.css'
import type { Library } from './use-library.ts'

/** A page of the library's books with its pager. */
export const LibraryBooks = ({ address, library }: { address: LibraryAddress; library: Library }) => (
  <div className={`wrap ${css.books}`}>
    <Books address={address} library={library} />
    <Pager page={address.page} totalPages={library.data?.totalPages ?? 0} to={(page) => address.to({ page })} />
  </div>
)

const Books = ({ address, library }: { address: LibraryAddress; library: Library }) => {
  const { data, isError, error, refetch, isPlaceholderData } = library
  // Visitors of an open library are linked to the page that needs no session.
  const base = useHasToken() ? '/book/' : '/books/'
  return (
    <BookGridPlaceholder isLoading={!data && !isError} loading={LIBRARY.loading}>
      {!data && <ErrorNotice message={errorMessage(error, listBooks)} onRetry={() => void refetch()} />}
      {data?.books.length === 0 && <EmptyLibrary address={address} base={base} />}
      {data && data.books.length > 0 && <BookGrid books={data.books} base={base} isStale={isPlaceholderData} />}
    </BookGridPlaceholder>
  )
}

const BooksInstead = optionalPart(async () => (await import('./books-instead.tsx')).BooksInstead)

interface EmptyLibraryProps {
  address: LibraryAddress
  base: BookCardProps['base']
}

const EmptyLibrary = ({ address: { genre, page, search, filters, to }, base }: EmptyLibraryProps) => (
  <>
    <div className={css.none}>
      <p>{LIBRARY.none}</p>
      {genre || search || hasFilters(filters) || page > 1 ? (
        <ButtonLink kind="quiet" to={to({ genre: null, search: '', filters: {} })}>
          {LIBRARY.noneMore}
        </ButtonLink>
      ) : (
        <ButtonLink kind="quiet" to="/">
          {LIBRARY.begin}
        </ButtonLink>
      )}
    </div>
    {(genre || search) && (
      <Suspense>
        <BooksInstead genre={search || page > 1 ? genreNamed(genre ?? '') : undefined} search={search} base={base} />
      </Suspense>
    )}
  </>
)

import { LIBRARY_PAGE, listBooks } from '#contract/books.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { LIBRARY } from '#web/words/books.ts'
import { BookCard } from './book-card.tsx'
import type { LibraryAddress } from './library-address.ts'
import css from './library-books.module.css'
import { SkeletonCards } from './shelf.tsx'
import type { Library } from './use-library.ts'

const SIZES = '(max-width: 47.9rem) 45vw, (max-width: 62rem) 22vw, 10.5rem'
const FIRST_ROW = 6

/** A page of books, and the ways to the others. */
export const LibraryBooks = ({ address, library }: { address: LibraryAddress; library: Library }) => (
  <div className={`wrap ${css.books}`} aria-busy={library.isPlaceholderData || undefined}>
    <Books address={address} library={library} />
    <Pager page={address.page} totalPages={library.data?.totalPages ?? 0} to={(page) => address.to({ page })} />
  </div>
)

const Books = ({ address, library: { data, isError, error, refetch } }: { address: LibraryAddress; library: Library }) => {
  if (!data && isError) return <ErrorNotice message={wordsFor(error, listBooks)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css.waiting}>
        <Loading text={LIBRARY.loading}>
          <div className={css.grid}>{SkeletonCards(LIBRARY_PAGE)}</div>
        </Loading>
      </div>
    )
  if (data.books.length === 0) return <Nothing address={address} />
  return (
    <ul className={css.grid}>
      {data.books.map((book, index) => (
        <BookCard key={book._id} book={book} base="/book/" sizes={SIZES} first={index < FIRST_ROW} level="h2" />
      ))}
    </ul>
  )
}

const Nothing = ({ address: { genre, page, words, to } }: { address: LibraryAddress }) => (
  <div className={css.none}>
    <p>{LIBRARY.none}</p>
    {(genre || words || page > 1) && (
      <ButtonLink kind="quiet" to={to({ genre: null, words: '' })}>
        {LIBRARY.noneMore}
      </ButtonLink>
    )}
  </div>
)

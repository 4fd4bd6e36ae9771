import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide'
import { Link, useNavigate } from 'react-router'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { BOOK_ORDERS, SHELF_PAGE, type ShelfName } from '#contract/values/shelves.ts'
import { getShelved, listShelf, listShelves, placeWanted, shelveBook } from '#contract/calls/shelves.ts'
import type { ShelvedPage } from '#contract/shelves.ts'
import { query } from '#web/api/query.ts'
import { BookCard } from '#web/books/book-card.tsx'
import { GRID_SIZES } from '#web/books/book-grid.tsx'
import gridCss from '#web/books/book-grid.module.css'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { useGuard } from '#web/session/guard.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SelectField } from '#web/ui/text-field.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { BookNote } from './book-note.tsx'
import css from './my-books.module.css'
import { MyFrame } from './my-frame.tsx'
import { OrderedBooks } from './ordered-books.tsx'
import { type ShelfAddress, toQuery, useShelfAddress } from './shelf-address.ts'
import { ShelfTools } from './shelf-tools.tsx'

/** All books of one of the reader's shelves, by pages. */
export const OneShelf = ({ shelf }: { shelf: ShelfName | undefined }) => {
  const isMember = useGuard()
  if (!shelf)
    return (
      <MyFrame title={MY_BOOKS.notFound}>
        <div className={`wrap ${css.waiting}`}>
          <p className="prose">{MY_BOOKS.notFoundText}</p>
          <ButtonLink to="/my">{MY_BOOKS.toBooks}</ButtonLink>
        </div>
      </MyFrame>
    )
  return <MyFrame title={MY_BOOKS.shelves[shelf]}>{isMember && <ShelfPage key={shelf} shelf={shelf} />}</MyFrame>
}

const WITHOUT_PLACES = BOOK_ORDERS.filter((order) => order !== 'place')

const ShelfPage = ({ shelf }: { shelf: ShelfName }) => {
  const address = useShelfAddress()
  const page = useQuery({
    ...query(listShelf, { params: { shelf }, query: toQuery(address) }),
    placeholderData: keepPreviousData,
  })
  useLastPage(address, page.isPlaceholderData ? undefined : page.data?.totalPages)
  return (
    <div className="wrap">
      <Link className={css.back} to="/my">
        <Icon of={ArrowLeft} pointing />
        {MY_BOOKS.title}
      </Link>
      <ShelfTools address={address} orders={shelf === 'want' ? BOOK_ORDERS : WITHOUT_PLACES}>
        {shelf === 'finished' && <Years address={address} />}
      </ShelfTools>
      <Loaded query={page} call={listShelf} loading={MY_BOOKS.loading}>
        {(data) => (
          <>
            {data.books.length === 0 ? (
              <p className={css.empty}>{address.words ? MY_BOOKS.none : MY_BOOKS.empty[shelf]}</p>
            ) : (
              <Books shelf={shelf} page={data} address={address} isStale={page.isPlaceholderData} />
            )}
            <Pager page={address.page} totalPages={data.totalPages} to={(number) => address.to({ page: number })} />
          </>
        )}
      </Loaded>
    </div>
  )
}

interface BooksProps {
  shelf: ShelfName
  page: ShelvedPage
  address: ShelfAddress
  isStale: boolean
}

const Books = ({ shelf, page: { books, currentPage, totalBooks }, address, isStale }: BooksProps) =>
  shelf === 'want' ? (
    <OrderedBooks
      books={books}
      before={(currentPage - 1) * SHELF_PAGE}
      total={totalBooks}
      canMove={address.sort === 'place' && address.words === ''}
      onPlace={(id, place) => api(placeWanted, { params: { id }, body: { place } })}
      onTakeOff={(id) => api(shelveBook, { params: { id }, body: { isWanted: false } })}
      changes={[listShelf, listShelves, getShelved]}
      call={placeWanted}
    />
  ) : (
    <ul className={gridCss.grid} aria-busy={isStale || undefined}>
      {books.map((book) => (
        <BookCard
          key={book._id}
          book={book}
          base={shelf === 'reading' ? '/read/' : '/book/'}
          sizes={GRID_SIZES}
          level="h2"
          note={<BookNote shelf={shelf} book={book} />}
        />
      ))}
    </ul>
  )

const Years = ({ address: { year, to } }: { address: ShelfAddress }) => {
  const { data } = useQuery(query(listShelves))
  const navigate = useNavigate()
  return (
    <SelectField
      label={MY_BOOKS.years}
      name="year"
      value={year}
      onChange={(event) => void navigate(to({ year: event.target.value }))}
    >
      <option value="">{MY_BOOKS.noYear}</option>
      {data?.finished.years.map((one) => (
        <option key={one.year} value={one.year}>
          {MY_BOOKS.inYear(one.year, one.books)}
        </option>
      ))}
    </SelectField>
  )
}

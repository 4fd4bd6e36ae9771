import { genreName } from '#web/language/genre-name.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ADMIN_BOOK_SORTS } from '#contract/values/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { BOOKS, grouped, decimal } from '#web/messages/counts.ts'
import { BookActionButtons, BookActionMenu } from './book-action-buttons.tsx'
import { BookThumb } from './book-thumb.tsx'
import bookCss from './books-table.module.css'
import { formatDay } from './format-dates.ts'
import { SortHead } from './sort-head.tsx'
import type { Sorted } from './sort-head.tsx'
import css from './table.module.css'
import type { BookActions } from './use-book-actions.ts'
import type { Selection } from './use-selection.ts'
import { SIGNS } from '#web/messages/signs.ts'

const COLUMNS = MANAGE_BOOKS.columns
type Sort = (typeof ADMIN_BOOK_SORTS)[number]
const SORTED: readonly [Sort, keyof typeof COLUMNS, string?][] = [
  ['title', 'title'],
  ['author', 'author'],
  ['publisher', 'publisher', bookCss.publisher],
  ['genre', 'genre'],
  ['new', 'date'],
  ['views', 'views', css.number],
  ['rating', 'rating', css.number],
]

interface RowProps {
  selection: Selection
  actions: BookActions
  onDelete: (book: AdminBook) => void
}

interface BooksTableProps extends RowProps {
  books: readonly AdminBook[]
  address: Sorted<Sort>
}

/** The books as a table; in a narrow window as a list. */
export const BooksTable = ({ books, address, ...rest }: BooksTableProps) => (
  <table className={classNames(css.table, bookCss.table)} aria-busy={rest.actions.busy || undefined}>
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>{COLUMNS.selected}</VisuallyHidden>
        </th>
        {SORTED.map(([by, name, className]) => (
          <SortHead key={by} address={address} by={by} className={className}>
            {COLUMNS[name]}
          </SortHead>
        ))}
        <th scope="col">{COLUMNS.status}</th>
        <th scope="col" className={css.end}>
          {COLUMNS.actions}
        </th>
      </tr>
    </thead>
    <tbody>
      {books.map((book) => (
        <BookRow key={book._id} book={book} {...rest} />
      ))}
    </tbody>
  </table>
)

const BookRow = ({ book, selection, ...action }: RowProps & { book: AdminBook }) => {
  const rating = book.rating ? decimal(book.rating) : MANAGE_BOOKS.noRating
  return (
    <tr className={classNames(selection.has(book) && bookCss.selected)}>
      <td className={bookCss.check}>
        <label>
          <input
            type="checkbox"
            aria-label={MANAGE_BOOKS.select(book.title)}
            checked={selection.has(book)}
            disabled={selection.isFull && !selection.has(book)}
            onChange={(event) => selection.select(book, event.target.checked)}
          />
        </label>
      </td>
      <td className={bookCss.book}>
        <BookThumb book={book} />
        <div>
          <Link
            className={bookCss.title}
            to={`/admin/books/edit/${book._id}`}
            title={book.title}
            {...textAttributes(book.title)}
          >
            {book.title}
          </Link>
          <Summary book={book} rating={rating} />
        </div>
      </td>
      <Fact className={bookCss.name}>
        <bdi>{book.author}</bdi>
        <p className={bookCss.below}>
          <Publisher of={book} />
        </p>
      </Fact>
      <Fact className={classNames(bookCss.name, bookCss.publisher)}>
        {book.publisher && <bdi>{book.publisher.username}</bdi>}
      </Fact>
      <Fact className={bookCss.genre}>{genreName(book.genre)}</Fact>
      <Fact className={bookCss.date}>
        <time dateTime={book.createdAt}>{formatDay(book.createdAt)}</time>
      </Fact>
      <Fact className={css.number}>{grouped(book.views)}</Fact>
      <Fact className={css.number}>{rating}</Fact>
      <Fact>
        <Badges book={book} />
      </Fact>
      <td className={bookCss.actions}>
        <BookActionButtons book={book} {...action} />
        <BookActionMenu book={book} {...action} />
      </td>
    </tr>
  )
}

/** A column of the table that a list has in its summary. */
const Fact = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <td className={classNames(bookCss.fact, className)}>{children}</td>
)

/** The columns of the table in two lines. */
const Summary = ({ book, rating }: { book: AdminBook; rating: string }) => (
  <div className={bookCss.summary}>
    <p>
      <bdi>{book.author}</bdi>
      {book.publisher && SIGNS.dot}
      <Publisher of={book} />
    </p>
    <p>
      {book.isHidden && <b>{MANAGE_BOOKS.hidden + SIGNS.dot}</b>}
      {book.isPremium && <b className={css.gold}>{MANAGE_BOOKS.premium + SIGNS.dot}</b>}
      {book.isFeatured && <b>{MANAGE_BOOKS.featured + SIGNS.dot}</b>}
      {[
        genreName(book.genre),
        book.rating ? MANAGE_BOOKS.rated(rating) : MANAGE_BOOKS.unrated,
        BOOKS.views(book.views),
        formatDay(book.createdAt),
      ].join(SIGNS.dot)}
    </p>
  </div>
)

/** Where it has no column. */
const Publisher = ({ of: { publisher } }: { of: AdminBook }) =>
  publisher && (
    <>
      <VisuallyHidden>{COLUMNS.publisher + SIGNS.colon}</VisuallyHidden>
      <bdi>{publisher.username}</bdi>
    </>
  )

const Badges = ({ book }: { book: AdminBook }) => (
  <span className={bookCss.badges}>
    {book.isHidden && <span className={css.badge}>{MANAGE_BOOKS.hidden}</span>}
    <span className={classNames(css.badge, book.isPremium && css.gold)}>
      {book.isPremium ? MANAGE_BOOKS.premium : MANAGE_BOOKS.free}
    </span>
    {book.isFeatured && <span className={classNames(css.badge, css.quill)}>{MANAGE_BOOKS.featured}</span>}
  </span>
)

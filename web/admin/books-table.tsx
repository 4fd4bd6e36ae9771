import type { ReactNode } from 'react'
import type { ADMIN_BOOK_SORTS } from '#contract/calls/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { MANAGE_BOOKS } from '#web/messages/admin.ts'
import { grouped } from '#web/messages/counts.ts'
import { BookActionButtons } from './book-action-buttons.tsx'
import { BookThumb } from './book-thumb.tsx'
import bookCss from './books-table.module.css'
import css from './table.module.css'
import type { BookActions } from './use-book-actions.ts'

const COLUMNS = MANAGE_BOOKS.columns

interface BooksTableProps {
  books: readonly AdminBook[]
  sort: (typeof ADMIN_BOOK_SORTS)[number]
  actions: BookActions
  onDelete: (book: AdminBook) => void
}

export const BooksTable = ({ books, sort, ...rest }: BooksTableProps) => {
  const sorted = (by: string, how: 'ascending' | 'descending') => (sort === by ? how : undefined)
  return (
    <table className={classNames(css.table, css.narrow62)} aria-busy={rest.actions.busy || undefined}>
      <thead>
        <tr>
          <th scope="col" aria-sort={sorted('title', 'ascending')}>
            {COLUMNS.title}
          </th>
          <th scope="col" aria-sort={sorted('author', 'ascending')}>
            {COLUMNS.author}
          </th>
          <th scope="col">{COLUMNS.genre}</th>
          <th scope="col" className={css.number} aria-sort={sorted('views', 'descending')}>
            {COLUMNS.views}
          </th>
          <th scope="col" className={css.number} aria-sort={sorted('rating', 'descending')}>
            {COLUMNS.rating}
          </th>
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
}

interface BookRowProps {
  book: AdminBook
  actions: BookActions
  onDelete: (book: AdminBook) => void
}

const BookRow = ({ book, actions, onDelete }: BookRowProps) => (
  <tr>
    <td>
      <span className={bookCss.title}>
        <BookThumb book={book} />
        <span title={book.title} {...textAttributes(book.title)}>
          {book.title}
        </span>
      </span>
    </td>
    <Cell label={COLUMNS.author} className={bookCss.author}>
      <bdi>{book.author}</bdi>
    </Cell>
    <Cell label={COLUMNS.genre} className={bookCss.genre}>
      {book.genre}
    </Cell>
    <Cell label={COLUMNS.views} className={css.number}>
      {grouped(book.views)}
    </Cell>
    <Cell label={COLUMNS.rating} className={css.number}>
      {book.rating ? book.rating.toFixed(1) : MANAGE_BOOKS.noRating}
    </Cell>
    <Cell label={COLUMNS.status}>
      <span className={bookCss.badges}>
        <span className={classNames(css.badge, book.isPremium && css.gold)}>
          {book.isPremium ? MANAGE_BOOKS.premium : MANAGE_BOOKS.free}
        </span>
        {book.isFeatured && <span className={classNames(css.badge, css.quill)}>{MANAGE_BOOKS.featured}</span>}
      </span>
    </Cell>
    <td>
      <BookActionButtons book={book} actions={actions} onDelete={onDelete} />
    </td>
  </tr>
)

const Cell = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) => (
  <td className={className}>
    <span className={css.label} aria-hidden="true">
      {label}
    </span>
    {children}
  </td>
)

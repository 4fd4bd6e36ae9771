import type { AdminBook } from '#contract/admin.ts'
import { ConfirmDelete } from '#web/publishing/confirm-delete.tsx'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { BookThumb } from './book-thumb.tsx'
import css from './confirm-delete-books.module.css'

interface ConfirmDeleteBooksProps {
  /** Empty while the dialog is closed. */
  books: readonly AdminBook[]
  busy: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks for confirmation, and shows what would be deleted: each book with its publisher, ratings and comments. */
export const ConfirmDeleteBooks = ({ books, ...dialog }: ConfirmDeleteBooksProps) => (
  <ConfirmDelete
    {...dialog}
    title={books[0]?.title}
    {...(books.length > 1 && { text: MANAGE_BOOKS.deleteMany(books.length) })}
  >
    <ul className={css.books} {...(books.length > 3 && { tabIndex: 0, 'aria-label': MANAGE_BOOKS.toDelete })}>
      {books.map((book) => (
        <li key={book._id}>
          <BookThumb book={book} />
          <div>
            <p className={css.title} dir="auto">
              {book.title}
            </p>
            <p>{MANAGE_BOOKS.publishedBy(book.publisher?.username)}</p>
            <p>{MANAGE_BOOKS.goesWithIt(book.ratingCount, book.commentCount)}</p>
          </div>
        </li>
      ))}
    </ul>
  </ConfirmDelete>
)

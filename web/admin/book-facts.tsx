import { Link } from 'react-router'
import type { AdminBookDetail } from '#contract/admin.ts'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { grouped, decimal } from '#web/messages/counts.ts'
import css from './book-facts.module.css'
import { DeleteThisBook } from './delete-this-book.tsx'
import { formatDay } from './format-dates.ts'

/** Facts that can't be edited: publisher, date, statistics and file. */
export const BookFacts = ({ book }: { book: AdminBookDetail }) => (
  <section className={css.facts} aria-labelledby="facts">
    <h2 id="facts">{EDIT_BOOK.facts}</h2>
    <dl>
      <div>
        <dt>{EDIT_BOOK.publisher}</dt>
        <dd>
          {book.publisher ? (
            <Link to={`/admin/users?query=${encodeURIComponent(book.publisher.username)}`} dir="auto">
              {book.publisher.username}
            </Link>
          ) : (
            EDIT_BOOK.noPublisher
          )}
          {book.isUnderPenName && ` ${EDIT_BOOK.underPenName}`}
        </dd>
      </div>
      <div>
        <dt>{EDIT_BOOK.created}</dt>
        <dd>
          <time dateTime={book.createdAt}>{formatDay(book.createdAt)}</time>
        </dd>
      </div>
      <div>
        <dt>{EDIT_BOOK.views}</dt>
        <dd>{grouped(book.views)}</dd>
      </div>
      <div>
        <dt>{EDIT_BOOK.rating}</dt>
        <dd>
          {book.ratingCount > 0
            ? MANAGE_BOOKS.ratedBy(decimal(book.Rating), grouped(book.ratingCount))
            : MANAGE_BOOKS.noRating}
        </dd>
      </div>
      <div>
        <dt>{EDIT_BOOK.fileNow}</dt>
        <dd>{book.fileName}</dd>
      </div>
    </dl>
    <p className={css.ways}>
      <Link to={`/books/${book._id}`}>{EDIT_BOOK.see}</Link>
      <Link to={`/admin/log?query=${book._id}`}>{EDIT_BOOK.log}</Link>
    </p>
    <DeleteThisBook book={book} />
  </section>
)

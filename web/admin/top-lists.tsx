import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DashboardStats } from '#contract/admin.ts'
import type { Book } from '#contract/books.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { grouped, decimal } from '#web/messages/counts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { BookThumb } from './book-thumb.tsx'
import dashboardCss from './dashboard.module.css'
import { formatDay } from './format-dates.ts'
import tableCss from './table.module.css'
import css from './top-lists.module.css'

/** Most viewed and top-rated books, and recent users; empty lists are hidden. */
export const TopLists = ({ stats: { topViewedBooks, topRatedBooks, recentUsers } }: { stats: DashboardStats }) => (
  <div className={classNames(dashboardCss.part, css.lists)}>
    <List title={DASHBOARD.topViewed} isEmpty={topViewedBooks.length === 0}>
      {topViewedBooks.map((book) => (
        <BookLine key={book._id} book={book} value={grouped(book.views)} />
      ))}
    </List>
    <List title={DASHBOARD.topRated} isEmpty={topRatedBooks.length === 0}>
      {topRatedBooks.map((book) => (
        <BookLine key={book._id} book={book} value={decimal(book.Rating)} />
      ))}
    </List>
    <List title={DASHBOARD.recent} isEmpty={recentUsers.length === 0}>
      {recentUsers.map(({ _id, username, userType, createdAt }) => (
        <li key={_id} className={css.user}>
          <bdi>{username}</bdi>
          <span className={tableCss.badge}>{USERS.types[userType]}</span>
          <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        </li>
      ))}
    </List>
  </div>
)

const List = ({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) =>
  isEmpty ? null : (
    <section>
      <h2>{title}</h2>
      <ol>{children}</ol>
    </section>
  )

const BookLine = ({ book, value }: { book: Book; value: string }) => (
  <li>
    <BookThumb book={book} />
    <Link to={`/books/${book._id}`} {...textAttributes(book.title)}>
      {book.title}
    </Link>
    <b>{value}</b>
  </li>
)

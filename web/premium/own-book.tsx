import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnBook as Book } from '#contract/publishing.ts'
import { Cover } from '#web/books/cover.tsx'
import { written } from '#web/books/written.ts'
import { grouped } from '#web/messages/counts.ts'
import { OWN_BOOK } from '#web/messages/premium.ts'
import css from './own-book.module.css'
import { PremiumBadge } from './premium-badge.tsx'
import { Promotion } from './promotion.tsx'

interface OwnBookProps {
  book: Book
  /** Of its title among the headings of the page. */
  heading?: 'h2' | 'h3'
  /** What one may do with it. */
  children?: ReactNode
}

/** A book as its author sees it in a list: how it does, and how far it is on its way to premium. */
export const OwnBook = ({ book, heading: Heading = 'h2', children }: OwnBookProps) => (
  <li className={css.book}>
    <span className={css.cover}>
      <Cover book={book} sizes="5rem" />
    </span>
    <div className={css.words}>
      <Heading className={css.title} {...written(book.title)}>
        <Link to={`/books/${book._id}`}>{book.title}</Link>
      </Heading>
      <dl className={css.figures}>
        <Figure name={OWN_BOOK.views} value={grouped(book.views)} today={book.today.views} say={OWN_BOOK.more} />
        <Figure
          name={OWN_BOOK.rating}
          value={book.ratingCount > 0 ? book.Rating.toFixed(1) : '–'}
          today={book.today.ratings}
          say={OWN_BOOK.newRatings}
        />
        <Figure
          name={OWN_BOOK.comments}
          value={grouped(book.commentCount)}
          today={book.today.comments}
          say={OWN_BOOK.more}
        />
      </dl>
      {book.isPremium ? <PremiumBadge /> : <Promotion days={book.topRatedDays} />}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  </li>
)

interface FigureProps {
  name: string
  value: string
  /** What came today, and how that is said. */
  today: number
  say: (count: string) => string
}

const Figure = ({ name, value, today, say }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {today > 0 && <span className={css.today}> {say(grouped(today))}</span>}
    </dd>
  </div>
)

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnBook as Book } from '#contract/publishing.ts'
import { Cover } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { grouped, decimal } from '#web/messages/counts.ts'
import { useReasons } from '#web/language/use-reasons.ts'
import { OWN_BOOK_HIDDEN } from '#web/messages/own-hidden.ts'
import { OWN_BOOK } from '#web/messages/own-book.ts'
import { DRAFT, STATE } from '#web/messages/studio.ts'
import { formatDay } from '#web/moderation/format-day.ts'
import { PremiumBadge } from '#web/premium/premium-badge.tsx'
import { Promotion } from '#web/premium/promotion.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import css from './own-book.module.css'

interface OwnBookProps {
  book: Book
  /** The heading level of the title. */
  heading?: 'h2' | 'h3'
  /** The actions on the book. */
  children?: ReactNode
}

/** A book in its author's list, with its statistics and its progress to premium. */
export const OwnBook = ({ book, heading: Heading = 'h2', children }: OwnBookProps) => (
  <li className={css.book}>
    <span className={css.cover}>
      <Cover book={book} sizes="5rem" />
    </span>
    <div className={css.words}>
      <Heading className={css.title} {...textAttributes(book.title)}>
        <Title book={book} />
      </Heading>
      {book.state !== 'published' && <StateNote state={book.state} publishAt={book.publishAt} />}
      {book.state !== 'draft' && (
        <dl className={css.figures}>
          <Statistic
            name={OWN_BOOK.views}
            value={grouped(book.views)}
            today={book.today.views}
            format={OWN_BOOK.more}
          />
          <Statistic
            name={OWN_BOOK.rating}
            value={book.ratingCount > 0 ? decimal(book.Rating) : '–'}
            today={book.today.ratings}
            format={OWN_BOOK.newRatings}
          />
          <Statistic
            name={OWN_BOOK.comments}
            value={grouped(book.commentCount)}
            today={book.today.comments}
            format={OWN_BOOK.more}
          />
        </dl>
      )}
      {book.lacksText && <p className={css.lacksText}>{OWN_BOOK.lacksText}</p>}
      {book.hidden ? (
        <HiddenNote {...book.hidden} />
      ) : book.state !== 'published' ? null : book.isPremium ? (
        <PremiumBadge />
      ) : (
        <Promotion days={book.topRatedDays} />
      )}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  </li>
)

const Title = ({ book: { _id, title, hidden, state } }: { book: Book }) => {
  if (state !== 'published') return <Link to={`/books/${_id}/edit`}>{title || DRAFT.untitled}</Link>
  return hidden ? title : <Link to={`/books/${_id}`}>{title}</Link>
}

const StateNote = ({ state, publishAt }: Pick<Book, 'state' | 'publishAt'>) => (
  <p className={css.state}>
    <b>{STATE.names[state]}</b>
    {publishAt && ` · ${formatTime(publishAt)}`}
  </p>
)

const HiddenNote = ({ reason, until }: NonNullable<Book['hidden']>) => {
  const inWords = useReasons()
  return (
    <p className={css.hidden} dir="auto">
      <b>{OWN_BOOK_HIDDEN.badge}</b> {OWN_BOOK_HIDDEN.text(inWords(reason))}
      {until && ` ${OWN_BOOK_HIDDEN.until(formatDay(until))}`}{' '}
      <Link to="/profile/reports">{OWN_BOOK_HIDDEN.answer}</Link>
    </p>
  )
}

interface StatisticProps {
  name: string
  value: string
  /** Today's count, and its text. */
  today: number
  format: (count: string) => string
}

const Statistic = ({ name, value, today, format }: StatisticProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {today > 0 && <span className={css.today}> {format(grouped(today))}</span>}
    </dd>
  </div>
)

import { Star } from 'lucide'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/books.ts'
import { Drawing } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BOOKS, decimal } from '#web/messages/counts.ts'
import { AuthorLink } from './author-link.tsx'
import css from './book-card.module.css'
import { Cover, startCoverTransition, useCoverArrives } from './cover.tsx'
import { useListState } from './list-path.ts'
import { textAttributes } from './text-attributes.ts'

export interface BookCardProps {
  book: Book
  /** The path that the card links to, without the id: `/book/` and `/read/` for members, the others for everyone. */
  base: '/book/' | '/books/' | '/book/premium/' | '/read/'
  sizes: string
  /** Visible without scrolling. */
  first?: boolean
  /** The heading level of its title. */
  level?: 'h2' | 'h3'
  /** Shown below the figures. */
  note?: ReactNode
  /** Shown above the title. */
  badge?: ReactNode
  /** More figures after rating and views. */
  children?: ReactNode
}

/** A book in a list: its cover, and title, author and figures below. */
export const BookCard = ({ book, base, sizes, first, level: Heading = 'h3', note, badge, children }: BookCardProps) => {
  const cover = useRef<HTMLSpanElement>(null)
  const state = useListState()
  useCoverArrives(cover, book.image)
  return (
    // Set once React has the card: what others put on it before would be in the way of its hydration.
    <li className={css.book} ref={(card) => card?.setAttribute('data-book', book._id)}>
      <span className={css.stand}>
        <span className={css.lift} ref={cover}>
          <Cover book={book} sizes={sizes} first={first} />
        </span>
      </span>
      <div className={css.words}>
        {badge}
        <Heading className={css.title} {...textAttributes(book.title)}>
          <Link
            to={base + book._id}
            state={state}
            viewTransition
            onClick={() => startCoverTransition(cover.current, book.image)}
          >
            {book.title}
          </Link>
        </Heading>
        <p className={css.author} {...textAttributes(book.author)}>
          <AuthorLink name={book.author} />
        </p>
        <p className={css.facts}>
          <Rating book={book} />
          <span>{BOOKS.views(book.views)}</span>
          {children}
        </p>
        {note && (
          <p className={css.note} {...(typeof note === 'string' && textAttributes(note))}>
            {note}
          </p>
        )}
      </div>
    </li>
  )
}

const Rating = ({ book: { Rating: average, ratingCount } }: { book: Book }) => {
  if (ratingCount === 0) return null
  return (
    <span className={css.rating}>
      <Drawing of={Star} />
      <span aria-hidden="true">{decimal(average)}</span>
      <VisuallyHidden>{BOOKS.rated(average)}</VisuallyHidden>
    </span>
  )
}

import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { genreNamed } from '#contract/shapes/genres.ts'
import type { ShelvedBook } from '#contract/shelves.ts'
import { spineStyle } from '#web/books/spine-style.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import css from './spines.module.css'

interface SpinesProps {
  /** The last finished first. */
  books: ShelvedBook[]
  years: { year: number; books: number }[]
}

/** Finished books by year, as spines that are as thick as the books have pages. */
export const Spines = ({ books, years }: SpinesProps) => {
  const byYear = Map.groupBy(books, ({ at }) => new Date(at).getUTCFullYear())
  return years
    .filter(({ year }) => byYear.has(year))
    .map(({ year, books: count }) => (
      <section key={year} className={css.year} aria-label={MY_BOOKS.inYear(year, count)}>
        <h3>
          {year} <span className="muted">{MY_BOOKS.count(count)}</span>
        </h3>
        <ul className={css.shelf}>
          {byYear.get(year)?.map((book) => (
            <li key={book._id}>
              <Spine book={book} />
            </li>
          ))}
        </ul>
      </section>
    ))
}

const Spine = ({ book: { _id: id, title, author, genre, pageCount, userRating } }: { book: ShelvedBook }) => (
  <Link
    className={css.spine}
    style={{ ...spineStyle(genreNamed(genre) ?? 'Other'), '--pages': pageCount } as CSSProperties}
    to={`/book/${id}`}
    title={MY_BOOKS.spine(title, author)}
    aria-label={
      userRating === undefined ? MY_BOOKS.spine(title, author) : MY_BOOKS.spineWithStars(title, author, userRating)
    }
  >
    <span {...textAttributes(title)}>{title}</span>
  </Link>
)

import { genreName } from '#web/language/genre-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { listBooks, nearestBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { query } from '#web/api/query.ts'
import { INSTEAD } from '#web/messages/search.ts'
import type { BookCardProps } from './book-card.tsx'
import { BookGrid } from './book-grid.tsx'
import css from './books-instead.module.css'

const SHOWN = 6

interface BooksInsteadProps {
  genre: Genre | undefined
  search: string
  base: BookCardProps['base']
}

/** Where nothing was found: the books that are nearest to the search, and the best ones of the genre or of all. */
export const BooksInstead = ({ genre, search, base }: BooksInsteadProps) => {
  const nearest = useQuery({
    ...query(nearestBooks, { query: { query: search, limit: SHOWN } }),
    enabled: search !== '',
  })
  const best = useQuery(query(listBooks, { query: { sort: 'top-rated', limit: SHOWN, ...(genre && { genre }) } }))
  return (
    <>
      <Row title={INSTEAD.nearest} books={nearest.data} base={base} />
      <Row title={INSTEAD.best(genre && genreName(genre))} books={best.data?.books} base={base} />
    </>
  )
}

/** Nothing while the books are loading, if there are none, or if they cannot be loaded. */
const Row = ({
  title,
  books = [],
  base,
}: {
  title: string
  books?: Book[] | undefined
  base: BookCardProps['base']
}) => {
  const id = useId()
  if (books.length === 0) return null
  return (
    <section className={css.row} aria-labelledby={id}>
      <h2 className="d1" id={id}>
        {title}
      </h2>
      <BookGrid books={books} base={base} level="h3" />
    </section>
  )
}

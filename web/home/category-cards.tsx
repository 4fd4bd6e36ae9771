import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { listPublicGenres } from '#contract/calls/books.ts'
import type { Genre } from '#contract/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { query } from '#web/api/query.ts'
import { genrePath } from '#web/books/genre-path.ts'
import { BOOKS } from '#web/messages/counts.ts'
import css from './category-cards.module.css'

/** The featured genres of the home page. */
export const FEATURED_GENRES: readonly Genre[] = ['Fantasy', 'Mystery', 'Science Fiction', 'Romance']

/** A card for each featured genre. */
export const CategoryCards = () => {
  const { data } = useQuery(query(listPublicGenres))
  return (
    <ul className={`wrap ${css.cards}`}>
      {FEATURED_GENRES.map((genre) => (
        <Card key={genre} genre={genre} count={data?.find(({ _id }) => _id === genre)?.count ?? 0} />
      ))}
    </ul>
  )
}

const Card = ({ genre, count }: { genre: Genre; count: number }) => {
  const { cloth, cloth2, ink } = clothOf(genre)
  return (
    <li>
      <Link
        className={css.card}
        style={{ '--cloth': cloth, '--cloth2': cloth2, '--on-cloth': ink } as CSSProperties}
        to={genrePath(genre)}
        viewTransition
      >
        <span className={css.name}>{genre}</span>
        <span className={css.count}>{BOOKS.books(count)}</span>
      </Link>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { listPublicGenres } from '#contract/calls/books.ts'
import { GENRES } from '#contract/genres.ts'
import type { Genre } from '#contract/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { query } from '#web/api/query.ts'
import { genrePath } from '#web/books/genre-path.ts'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BOOKS, grouped } from '#web/messages/counts.ts'
import { HOME } from '#web/messages/home.ts'
import { CategoryCards, FEATURED_GENRES } from './category-cards.tsx'
import css from './genre-spines.module.css'

const MIN_WIDTH = 44
const WIDTH_RANGE = 26

/** Links to the 25 genres, drawn as book spines that are wider the more books a genre has. */
export const GenreSpines = () => {
  const { data } = useQuery(query(listPublicGenres))
  const counts = new Map(data?.map(({ _id, count }) => [_id, count]))
  const most = Math.max(1, ...counts.values())
  return (
    <section className={css.section} aria-labelledby="shelves">
      <div className="wrap">
        <h2 className={`d1 ${css.title}`} id="shelves">
          {HOME.shelves}
        </h2>
      </div>
      <CategoryCards />
      <ul className={css.spines}>
        {GENRES.map((genre) => (
          <Spine
            key={genre}
            genre={genre}
            count={counts.get(genre) ?? 0}
            share={Math.sqrt((counts.get(genre) ?? 0) / most)}
          />
        ))}
      </ul>
    </section>
  )
}

interface SpineProps {
  genre: Genre
  count: number
  /** The width relative to the widest spine, 0 to 1. */
  share: number
}

const Spine = ({ genre, count, share }: SpineProps) => {
  const { cloth, cloth2, ink } = clothOf(genre)
  const look = {
    '--cloth': cloth,
    '--cloth2': cloth2,
    '--on-cloth': ink,
    '--tall': `${spineHeight(genre)}%`,
    '--wide': `${MIN_WIDTH + Math.round(WIDTH_RANGE * share)}px`,
  } as CSSProperties
  return (
    <li className={css.slot}>
      <Link
        className={classNames(css.spine, FEATURED_GENRES.includes(genre) && css.featured)}
        style={look}
        to={genrePath(genre)}
        viewTransition
      >
        <span>{genre}</span>
        <small>
          <span aria-hidden="true">{grouped(count)}</span>
          <VisuallyHidden>{BOOKS.books(count)}</VisuallyHidden>
        </small>
      </Link>
    </li>
  )
}

/** The height of a genre's spine in percent. It varies from genre to genre, and is always the same for one genre. */
const spineHeight = (genre: Genre) => {
  if (FEATURED_GENRES.includes(genre)) return 94 + (genre.length % 3) * 3
  return 76 + ((genre.length * 7 + genre.charCodeAt(1)) % 9) * 2
}

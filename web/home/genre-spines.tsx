import { genreName } from '#web/language/genre-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listPublicGenres } from '#contract/calls/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { query } from '#web/api/query.ts'
import { genrePath } from '#web/books/genre-path.ts'
import { spineStyle } from '#web/books/spine-style.ts'
import { classNames } from '#web/ui/class-names.ts'
import { moveFocus } from '#web/ui/move-focus.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BOOKS, grouped } from '#web/messages/counts.ts'
import { HOME } from '#web/messages/home.ts'
import css from './genre-spines.module.css'

/** The featured genres, whose books stand on the shelf with their front to the reader. */
const FEATURED: readonly Genre[] = ['Fantasy', 'Mystery', 'Science Fiction', 'Romance']
const ORDERED: readonly Genre[] = [...FEATURED, ...GENRES.filter((genre) => !FEATURED.includes(genre))]

/** Links to the 25 genres, drawn as the books of one shelf. They are one tab stop. */
export const GenreSpines = () => {
  const { data } = useQuery(query(listPublicGenres))
  const [stop, setStop] = useState(ORDERED[0])
  const counts = new Map(data?.map(({ _id, count }) => [_id, count]))
  return (
    <section className={`wrap ${css.section}`} aria-labelledby="shelves">
      <h2 className={`d1 ${css.title}`} id="shelves">
        {HOME.shelves}
      </h2>
      <div role="toolbar" aria-labelledby="shelves" onKeyDown={moveFocus}>
        <ul className={css.shelf}>
          {ORDERED.map((genre) => (
            <li key={genre} className={classNames(FEATURED.includes(genre) && css.front)}>
              <Link
                className={css.book}
                style={spineStyle(genre)}
                to={genrePath(genre)}
                viewTransition
                tabIndex={genre === stop ? 0 : -1}
                onFocus={() => setStop(genre)}
              >
                <span>{genreName(genre)}</span> <Count of={counts.get(genre)} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const Count = ({ of: count }: { of: number | undefined }) =>
  count !== undefined && (
    <small>
      <span aria-hidden="true">{grouped(count)}</span>
      <VisuallyHidden>{BOOKS.books(count)}</VisuallyHidden>
    </small>
  )

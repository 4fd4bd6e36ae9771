import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { listGenres } from '#contract/calls/books.ts'
import { genreNamed } from '#contract/genres.ts'
import type { Genre } from '#contract/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { query } from '#web/api/query.ts'
import { LIBRARY } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import css from './genre-chips.module.css'
import type { LibraryAddress } from './library-address.ts'

/** Links to the genres that have books, each with a colour swatch, in a row that scrolls sideways. */
export const GenreChips = ({ address: { genre: current, to } }: { address: LibraryAddress }) => {
  const { data = [] } = useQuery(query(listGenres))
  const genres = data.flatMap(({ _id, count }) => {
    const genre = genreNamed(_id)
    return genre ? [{ genre, count }] : []
  })
  const all = data.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav aria-label={LIBRARY.genres} className={css.nav}>
      <ul className={css.chips} ref={useScrollToCurrent(current)}>
        <Chip name={LIBRARY.all} count={all} to={to({ genre: null })} current={!current} />
        {genres.map(({ genre, count }) => (
          <Chip key={genre} name={genre} genre={genre} count={count} to={to({ genre })} current={genre === current} />
        ))}
      </ul>
    </nav>
  )
}

interface ChipProps {
  name: string
  genre?: Genre
  count: number
  to: string
  current: boolean
}

const Chip = ({ name, genre, count, to, current }: ChipProps) => (
  <li>
    <Link
      className={css.chip}
      to={to}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      style={genre && swatch(genre)}
    >
      {name} <small>{grouped(count)}</small>
    </Link>
  </li>
)

const swatch = (genre: Genre) => {
  const { cloth, cloth2 } = clothOf(genre)
  return { '--cloth': cloth, '--cloth2': cloth2 } as CSSProperties
}

/** Scrolls the row, and not the page, to the chip of the current genre. */
const useScrollToCurrent = (current: string | undefined) => {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !chip) return
    row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [current])
  return row
}

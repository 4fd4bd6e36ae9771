import { genreName } from '#web/language/genre-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { GENRES, genreNamed } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { moveFocus } from '#web/ui/move-focus.ts'
import { LIBRARY } from '#web/messages/library.ts'
import { grouped } from '#web/messages/counts.ts'
import css from './genre-chips.module.css'
import { GenreShelf } from './genre-shelf.tsx'
import type { LibraryAddress } from './library-address.ts'
import { foundGenresQuery } from './use-library.ts'

/** The number of books: null if there are too many to count, undefined until it is loaded. */
export type Count = number | null | undefined

/**
 * Links to the genres of the books found, those with most books first, in two rows or on a phone in one row that
 * scrolls sideways; and a button that opens the shelf of all genres. Together they are one tab stop.
 */
export const GenreChips = ({ address }: { address: LibraryAddress }) => {
  const { genre: current, to } = address
  const { data } = useQuery({ ...foundGenresQuery(address), placeholderData: (previous) => previous })
  const shelf = useId()
  const [stop, setStop] = useState<string>()
  const counts = new Map<string, Count>(data?.map(({ _id, count }) => [_id, count]))
  const genres = [...counts.keys()].flatMap((name) => genreNamed(name) ?? [])
  const known = genreNamed(current ?? '')
  if (data && known && !genres.includes(known)) genres.push(known)
  const stops: string[] = [LIBRARY.all, ...genres, shelf]
  // The focused chip may disappear with the next search.
  const tabStop = [stop, known].find((one) => one && stops.includes(one)) ?? LIBRARY.all
  const linkTo = (genre: Genre | null) => ({
    to: to({ genre }),
    'aria-current': genre === (current ?? null) ? ('page' as const) : undefined,
    tabIndex: tabStop === (genre ?? LIBRARY.all) ? 0 : -1,
    onFocus: () => setStop(genre ?? LIBRARY.all),
  })
  return (
    <nav aria-label={LIBRARY.genres} className={css.nav}>
      <div className={css.row} role="toolbar" aria-label={LIBRARY.genres} onKeyDown={moveFocus}>
        <ul className={css.chips} ref={useScrollToCurrent(current, genres.join())}>
          <Chip name={LIBRARY.all} count={data && sumOf([...counts.values()])} link={linkTo(null)} />
          {genres.map((genre) => (
            <Chip
              key={genre}
              name={genreName(genre)}
              genre={genre}
              count={counts.has(genre) ? counts.get(genre) : 0}
              link={linkTo(genre)}
            />
          ))}
        </ul>
        <button
          type="button"
          className={css.all}
          popoverTarget={shelf}
          tabIndex={tabStop === shelf ? 0 : -1}
          onFocus={() => setStop(shelf)}
        >
          <span>
            <span className={css.allOf}>{LIBRARY.allOf}</span>
            {LIBRARY.genresOf(GENRES.length)}
          </span>
        </button>
      </div>
      <GenreShelf id={shelf} current={current} counts={data && counts} to={to} />
    </nav>
  )
}

const sumOf = (counts: Count[]) =>
  counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)

interface ChipProps {
  name: string
  genre?: Genre
  count: Count
  link: { to: string }
}

const Chip = ({ name, genre, count, link }: ChipProps) => (
  <li>
    <Link {...link} className={css.chip} preventScrollReset style={genre && swatch(genre)}>
      {name} {typeof count === 'number' && <small>{grouped(count)}</small>}
    </Link>
  </li>
)

const swatch = (genre: Genre) => {
  const { cloth, cloth2 } = clothOf(genre)
  return { '--cloth': cloth, '--cloth2': cloth2 } as CSSProperties
}

/** Scrolls the chips, and not the page, to the one of the current genre: sideways in one row, else up. */
const useScrollToCurrent = (current: string | undefined, order: string) => {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !chip) return
    row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
    row.current.scrollTop = chip.offsetTop + chip.offsetHeight - row.current.clientHeight
  }, [current, order])
  return row
}

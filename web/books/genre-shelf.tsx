import { genreName } from '#web/language/genre-name.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { GENRES } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { moveFocus } from '#web/ui/move-focus.ts'
import { LIBRARY } from '#web/messages/library.ts'
import { grouped } from '#web/messages/counts.ts'
import type { Count } from './genre-chips.tsx'
import css from './genre-shelf.module.css'
import type { LibraryAddress } from './library-address.ts'
import { spineStyle } from './spine-style.ts'

interface GenreShelfProps {
  /** For the button that opens it. */
  id: string
  current: string | undefined
  counts: ReadonlyMap<string, Count> | undefined
  to: LibraryAddress['to']
}

/** A popover with all genres as the spines of a shelf, or of a pile where the window is narrow. They are one tab stop. */
export const GenreShelf = ({ id, current, counts, to }: GenreShelfProps) => {
  const shelf = useRef<HTMLDivElement>(null)
  const first = GENRES.find((genre) => genre === current) ?? GENRES[0]
  const [stop, setStop] = useState<Genre>(first)
  return (
    <div
      ref={shelf}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={LIBRARY.allOf + LIBRARY.genresOf(GENRES.length)}
      className={css.popover}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') currentTarget.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        else setStop(first)
      }}
    >
      <ul className={css.spines} onKeyDown={moveFocus}>
        {GENRES.map((genre) => (
          <li key={genre}>
            <Link
              className={css.spine}
              style={spineStyle(genre)}
              to={to({ genre })}
              preventScrollReset
              aria-current={genre === current ? 'page' : undefined}
              tabIndex={genre === stop ? 0 : -1}
              onFocus={() => setStop(genre)}
              onClick={() => shelf.current?.hidePopover()}
            >
              <span>{genreName(genre)}</span>{' '}
              {typeof counts?.get(genre) === 'number' && <small>{grouped(counts.get(genre) ?? 0)}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { genreName } from '#web/language/genre-name.ts'
import { useRef, useState } from 'react'
import { BULK_ACTIONS } from '#contract/values/admin.ts'
import { GENRES, type Genre } from '#contract/shapes/genres.ts'
import { Button } from '#web/ui/button.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import css from './bulk-bar.module.css'
import type { BookActions } from './use-book-actions.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  actions: BookActions
  onDelete: () => void
}

/** Selects the books of the page, and changes the selected ones together. */
export const BulkBar = ({ selection, actions: { busy, changeMany }, onDelete }: BulkBarProps) => {
  const { chosen, isFull, isWholePage, selectPage, clear } = selection
  const page = useRef<HTMLInputElement>(null)
  return (
    <div className={css.bar} role="group" aria-label={MANAGE_BOOKS.bulk}>
      <label className={css.all}>
        <input
          ref={page}
          type="checkbox"
          checked={isWholePage}
          onChange={(event) => selectPage(event.target.checked)}
        />
        {MANAGE_BOOKS.selectPage}
      </label>
      <p role="status" className={css.count}>
        {chosen.length > 0 && MANAGE_BOOKS.selected(chosen.length)}
        {isFull && ` ${MANAGE_BOOKS.full}`}
      </p>
      {chosen.length > 0 && (
        <div className={css.actions}>
          <GenreChoice busy={busy} onChoose={(genre) => void changeMany({ action: 'set-genre', genre }, chosen)} />
          {BULK_ACTIONS.map((action) =>
            action === 'delete' ? (
              <Button key={action} kind="quiet" danger busy={busy} onClick={onDelete}>
                {ADMIN.delete}
              </Button>
            ) : (
              <Button key={action} kind="quiet" busy={busy} onClick={() => void changeMany({ action }, chosen)}>
                {MANAGE_BOOKS.bulkActions[action]}
              </Button>
            ),
          )}
          <Button
            kind="quiet"
            onClick={() => {
              clear()
              // The buttons are gone then.
              page.current?.focus()
            }}
          >
            {MANAGE_BOOKS.clearSelection}
          </Button>
        </div>
      )}
    </div>
  )
}

const GenreChoice = ({ busy, onChoose }: { busy: boolean; onChoose: (genre: Genre) => void }) => {
  const [genre, setGenre] = useState<Genre>()
  return (
    <form
      className={css.genre}
      onSubmit={(event) => {
        event.preventDefault()
        if (genre && !busy) onChoose(genre)
      }}
    >
      <select
        aria-label={MANAGE_BOOKS.newGenre}
        required
        value={genre ?? ''}
        onChange={({ target: { value } }) => setGenre(GENRES.find((known) => known === value))}
      >
        <option value="">{MANAGE_BOOKS.chooseGenre}</option>
        {GENRES.map((known) => (
          <option key={known} value={known}>
            {genreName(known)}
          </option>
        ))}
      </select>
      <Button type="submit" kind="quiet" busy={busy}>
        {MANAGE_BOOKS.setGenre}
      </Button>
    </form>
  )
}

import { Cover } from './cover.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { SHELL } from '#web/messages/site.ts'
import css from './search-box.module.css'
import { bookPath, resultsPath } from './use-hits.ts'
import type { Hits } from './use-hits.ts'

export interface SearchHitsProps {
  id: string
  hits: Hits
  shown: boolean
  active: number
  onChoose: (path: string) => void
}

/** The results of the search, or a message. */
export const SearchHits = ({ id, hits, shown, active, onChoose }: SearchHitsProps) => {
  const status = shown ? statusOf(hits) : ''
  const listed = shown && hits.books.length > 0
  return (
    <div className={classNames(css.hits, shown && css.shown)}>
      <ul id={`${id}-hits`} role="listbox" aria-label={SHELL.search} hidden={!listed}>
        {hits.books.map((book, index) => (
          <li
            key={book._id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the field: its blur would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(bookPath(book._id))}
          >
            <span className={css.thumb}>
              <Cover book={book} sizes="32px" />
            </span>
            <span className={css.words}>
              <bdi className={css.title}>{book.title}</bdi>
              <bdi className={css.author}>{book.author}</bdi>
            </span>
          </li>
        ))}
        <li
          id={`${id}-${hits.books.length}`}
          role="option"
          className={css.more}
          aria-selected={active === hits.books.length}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(resultsPath(hits.query))}
        >
          {SHELL.allResults(hits.total)}
        </li>
      </ul>
      <div role="status">
        {listed ? <VisuallyHidden>{status}</VisuallyHidden> : status && <p className={css.status}>{status}</p>}
      </div>
    </div>
  )
}

const statusOf = ({ query, books, total, failure, searching }: Hits) => {
  if (failure) return failure
  if (searching) return SHELL.searching
  return books.length > 0 ? SHELL.results(total ?? books.length) : SHELL.noResults(query)
}

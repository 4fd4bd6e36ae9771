import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { SHELF_FIRST } from '#contract/values/shelves.ts'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { keptBookIds, onKeptBooksChange, readKeptBook } from '#web/session/kept-books.ts'
import { canKeepFiles } from '#web/session/kept-files.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import css from './my-books.module.css'
import { MySection } from './my-section.tsx'

/** The first of the books that are kept on this device, which open without a network. */
export const KeptShelf = ({ userId }: { userId: string }) => {
  const ids = useSyncExternalStore(
    onKeptBooksChange,
    () => keptBookIds(userId).join(),
    () => '',
  )
  const kept = ids.split(',').flatMap((id) => readKeptBook(userId, id)?.book ?? [])
  return (
    <MySection
      title={MY_BOOKS.kept}
      more={
        kept.length > 0 && (
          <ButtonLink kind="quiet" to="/kept" aria-label={MY_BOOKS.allOf(MY_BOOKS.kept, kept.length)}>
            {MY_BOOKS.all(kept.length)}
          </ButtonLink>
        )
      }
    >
      {kept.length === 0 ? (
        <p className={css.empty}>{canKeepFiles() ? MY_BOOKS.empty.kept : KEPT_BOOKS.unsupported}</p>
      ) : (
        <ul className={css.kept}>
          {kept.slice(0, SHELF_FIRST).map(({ _id: id, title, author, imageColor }) => (
            <li key={id}>
              <span className={css.cloth} style={{ backgroundColor: imageColor }} />
              <span>
                <Link to={`/read/${id}`} dir="auto" aria-label={KEPT_BOOKS.read(title)}>
                  {title}
                </Link>{' '}
                <span className="muted" dir="auto">
                  {author}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </MySection>
  )
}

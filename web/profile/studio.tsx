import { Link } from 'react-router'
import { BOOK_STATES } from '#contract/values/publishing.ts'
import type { Activity, OwnBook } from '#contract/publishing.ts'
import { grouped } from '#web/messages/counts.ts'
import { STUDIO } from '#web/messages/studio-home.ts'
import css from './studio.module.css'

const GROUPS = [...BOOK_STATES, 'hidden', 'lacksText'] as const
/** Books in the same state, or with the same fault. */
export type Group = (typeof GROUPS)[number]

/** A hidden book is in no group of its state: what its author can do is to answer. */
export const isIn = (group: Group | undefined) => (book: OwnBook) => {
  if (group === undefined) return true
  if (group === 'hidden') return book.hidden !== null
  if (group === 'lacksText') return book.lacksText
  return book.state === group && !book.hidden
}

const sumOf = (books: OwnBook[], period: 'week' | 'weekBefore', name: keyof Activity) =>
  books.reduce((sum, book) => sum + book[period][name], 0)

interface StudioProps {
  books: OwnBook[]
  group: Group | undefined
  onGroup: (group: Group | undefined) => void
}

/** Over an author's own books: the figures of the week, what waits for the author, and the books by state. */
export const Studio = ({ books, group, onGroup }: StudioProps) => (
  <>
    {books.some(({ state }) => state === 'published') && (
      <div className={css.overview}>
        <Week books={books} />
        <Waiting books={books} onGroup={onGroup} />
      </div>
    )}
    <Groups books={books} group={group} onGroup={onGroup} />
  </>
)

const Week = ({ books }: Pick<StudioProps, 'books'>) => (
  <section aria-labelledby="week">
    <h3 id="week">{STUDIO.week}</h3>
    <dl className={css.week}>
      {(['views', 'ratings', 'comments'] as const).map((name) => (
        <div key={name}>
          <dt>{STUDIO[name]}</dt>
          <dd>{grouped(sumOf(books, 'week', name))}</dd>
          <dd className={css.before}>{STUDIO.before(sumOf(books, 'weekBefore', name))}</dd>
        </div>
      ))}
    </dl>
    <p className={css.links}>
      <Link to="/profile/figures">{STUDIO.figures}</Link>
    </p>
  </section>
)

const Waiting = ({ books, onGroup }: Omit<StudioProps, 'group'>) => {
  const comments = books.reduce((sum, { newComments }) => sum + newComments, 0)
  const [hidden, lacksText] = [books.filter(isIn('hidden')).length, books.filter(isIn('lacksText')).length]
  return (
    <section aria-labelledby="waiting">
      <h3 id="waiting">{STUDIO.waiting}</h3>
      <ul className={css.waiting}>
        <li>
          <Link to="/profile/comments">{comments > 0 ? STUDIO.newComments(comments) : STUDIO.allComments}</Link>
        </li>
        {hidden > 0 && (
          <li>
            <Link to="/profile/reports">{STUDIO.hidden(hidden)}</Link>
          </li>
        )}
        {lacksText > 0 && (
          <li>
            <button type="button" onClick={() => onGroup('lacksText')}>
              {STUDIO.lacksText(lacksText)}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

const Groups = ({ books, group, onGroup }: StudioProps) => {
  const groups = GROUPS.map((name) => ({ name, count: books.filter(isIn(name)).length })).filter(
    ({ count }) => count > 0,
  )
  if (groups.length < 2) return null
  const all = { name: undefined, count: books.length }
  return (
    <div role="group" aria-label={STUDIO.filter} className={css.groups}>
      {[all, ...groups].map(({ name, count }) => (
        <button key={name ?? 'all'} type="button" aria-pressed={group === name} onClick={() => onGroup(name)}>
          {name ? STUDIO.groups[name] : STUDIO.all} <span className="num">{grouped(count)}</span>
        </button>
      ))}
    </div>
  )
}

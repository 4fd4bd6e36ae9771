import { Link } from 'react-router'
import type { ListSummary } from '#contract/lists.ts'
import { Cover } from '#web/books/cover.tsx'
import { LISTS } from '#web/messages/lists.ts'
import css from './list-stacks.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** Lists as small stacks of their first covers; own ones say who sees them, others whose they are. */
export const ListStacks = ({ lists, isOwn = false }: { lists: ListSummary[]; isOwn?: boolean }) => (
  <ul className={css.lists}>
    {lists.map(({ _id: id, name, covers, totalBooks, visibility, isHidden, owner }) => (
      <li key={id}>
        <span className={css.stack} aria-hidden="true">
          {covers.toReversed().map((cover) => (
            <span key={cover._id}>
              <Cover book={cover} sizes="6rem" />
            </span>
          ))}
        </span>
        <div>
          <h3 dir="auto">
            <Link to={`/lists/${id}`}>{name}</Link>
          </h3>
          <p className="muted">
            {LISTS.count(totalBooks)}
            {SIGNS.stop}
            {isOwn ? (
              isHidden ? (
                LISTS.hidden
              ) : (
                LISTS.seenBy[visibility]
              )
            ) : (
              <>
                {LISTS.by} <bdi>{owner.username}</bdi>
              </>
            )}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

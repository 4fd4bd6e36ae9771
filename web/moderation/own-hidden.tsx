import { useQuery } from '@tanstack/react-query'
import { listOwnHidden } from '#contract/calls/moderation.ts'
import type { OwnHidden as Hidden } from '#contract/moderation.ts'
import { query } from '#web/api/query.ts'
import { OWN_HIDDEN } from '#web/messages/moderation.ts'
import { formatDay } from './format-day.ts'
import css from './own-hidden.module.css'

/** What is hidden of one's own books and comments, with the reasons; nothing if there is none. */
export const OwnHidden = () => {
  const { data = [] } = useQuery(query(listOwnHidden))
  if (data.length === 0) return null
  return (
    <section className={css.hidden} aria-labelledby="own-hidden">
      <h2 className={css.heading} id="own-hidden">
        {OWN_HIDDEN.title}
      </h2>
      <p className="muted">{OWN_HIDDEN.text}</p>
      <ul className={css.list}>
        {data.map((hidden, place) => (
          <li key={place}>
            <p className={css.name} dir="auto">
              {nameOf(hidden)}
            </p>
            {hidden.text && (
              <p className={css.text} dir="auto">
                {hidden.text}
              </p>
            )}
            <p dir="auto">{hidden.byPublisher ? OWN_HIDDEN.byPublisher : OWN_HIDDEN.reason(hidden.reason)}</p>
            {hidden.until && <p className="muted">{OWN_HIDDEN.until(formatDay(hidden.until))}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ kind, title }: Hidden) =>
  kind === 'person' ? OWN_HIDDEN.person : kind === 'book' ? OWN_HIDDEN.book(title ?? '') : OWN_HIDDEN.comment(title)

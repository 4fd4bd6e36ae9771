import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments.ts'
import { Face } from '#web/accounts/face.tsx'
import { COMMENTS } from '#web/words/books.ts'
import css from './comments.module.css'

/** One comment: who, when, what; its children are what one may do with it. */
export const Written = ({
  comment: { user, createdAt, text },
  children,
}: {
  comment: Comment
  children?: ReactNode
}) => (
  <li className={css.comment}>
    <Face user={user} />
    <div className={css.head}>
      <p className={css.who}>
        <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
        <time dateTime={createdAt}>{DAY.format(new Date(createdAt))}</time>
      </p>
      {children}
    </div>
    <p className={css.text} dir="auto">
      {text}
    </p>
  </li>
)

// The same everywhere, or the browser would not agree with what the server wrote.
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

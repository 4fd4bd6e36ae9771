import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import css from './comments.module.css'

/** One comment: who, when, what; its children are what one may do with it. */
export const CommentItem = ({
  comment: { user, createdAt, text },
  children,
}: {
  comment: Comment
  children?: ReactNode
}) => (
  <li className={css.comment}>
    <Avatar user={user} />
    <div className={css.head}>
      <p className={css.who}>
        <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
        <time dateTime={createdAt}>{dayOf(createdAt)}</time>
      </p>
      {children}
    </div>
    <p className={css.text} dir="auto">
      {text}
    </p>
  </li>
)

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

// The same everywhere, or the browser would not agree with what the server wrote. No Intl, which takes a phone long.
const dayOf = (time: string) => {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

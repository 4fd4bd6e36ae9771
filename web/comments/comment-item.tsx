import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import css from './comment-item.module.css'

/** One comment; its children are the actions on it. */
export const CommentItem = ({
  comment: { user, createdAt, text },
  placed,
  children,
}: {
  comment: Comment
  /** The text with the words that it is about. */
  placed?: ReactNode
  children?: ReactNode
}) => (
  <li className={css.comment}>
    <Avatar user={user} />
    <p className={css.who}>
      <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
      <time dateTime={createdAt}>{formatDay(createdAt)}</time>
    </p>
    {placed ?? (
      <p className={css.text} dir="auto">
        {text}
      </p>
    )}
    {children}
  </li>
)

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

// Independent of locale and time zone, so that hydration matches. Not Intl, which is slow to load on phones.
const formatDay = (time: string) => {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

import { Avatar } from '#web/accounts/avatar.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import css from './comment-item.module.css'
import { PlacedComment, type PlacedCommentProps } from './placed-comment.tsx'

/** Who wrote a comment, when and what, with the words of the book that it is about. */
export const CommentText = (props: PlacedCommentProps) => {
  const { user, createdAt, text, place } = props.comment
  return (
    <>
      <Avatar user={user} />
      <p className={css.who}>
        <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
        <time dateTime={createdAt}>{formatDay(createdAt)}</time>
      </p>
      {place ? (
        <PlacedComment {...props} />
      ) : (
        <p className={css.text} dir="auto">
          {text}
        </p>
      )}
    </>
  )
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

// Independent of locale and time zone, so that hydration matches. Not Intl, which is slow to load on phones.
const formatDay = (time: string) => {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

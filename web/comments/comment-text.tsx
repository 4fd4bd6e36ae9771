import { Avatar } from '#web/accounts/avatar.tsx'
import { COMMENTS, MONTHS } from '#web/messages/books.ts'
import { COMMENT_BY } from '#web/messages/placed-comments.ts'
import css from './comment-item.module.css'
import { PlacedComment, type PlacedCommentProps } from './placed-comment.tsx'

export interface CommentTextProps extends PlacedCommentProps {
  /** The account that published the book, if readers may know it, and the name of the book's author. */
  publisherId?: string | undefined
  author?: string
}

/** Who wrote a comment, when and what, with the words of the book that it is about. */
export const CommentText = ({ publisherId, author = '', ...props }: CommentTextProps) => {
  const { user, createdAt, text, place } = props.comment
  return (
    <>
      <Avatar user={user} />
      <p className={css.who}>
        <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
        {user && user._id === publisherId && (
          // Many publish books that others wrote.
          <span>{isSameName(user.username, author) ? COMMENT_BY.author : COMMENT_BY.publisher}</span>
        )}
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

const isSameName = (one: string, other: string) =>
  one.normalize().trim().toLowerCase() === other.normalize().trim().toLowerCase()

// Independent of the time zone, so that hydration matches. Not Intl, which is slow to load on phones.
const formatDay = (time: string) => {
  const date = new Date(time)
  return COMMENTS.day(date.getUTCDate(), MONTHS[date.getUTCMonth()] ?? '', date.getUTCFullYear())
}

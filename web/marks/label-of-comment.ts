import type { CommentOnWords } from '#web/comments/use-placed-comments.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'

export const labelOfComment = ({ user, text }: CommentOnWords) =>
  PLACED_COMMENTS.labelOf(user?.username ?? COMMENTS.unknown, text.slice(0, 200))

import { useQuery } from '@tanstack/react-query'
import { listComments, listVisibleComments } from '#contract/calls/comments.ts'
import type { BookDetail } from '#contract/books.ts'
import type { Comment } from '#contract/comments.ts'
import { query } from '#web/api/query.ts'
import { useSession } from '#web/session/use-session.ts'

export type CommentOnWords = Comment & { place: NonNullable<Comment['place']> }

const hasPlace = (comment: Comment): comment is CommentOnWords => comment.place !== undefined

const NONE: CommentOnWords[] = []
const inOrder = (comments: Comment[]) =>
  comments.filter(hasPlace).toSorted((one, other) => one.place.page - other.place.page)

/** The first 100 comments on words of a book, in the order of its pages; undefined until they are loaded, and if they can't be. */
export const usePlacedComments = ({ _id, commentCount }: Pick<BookDetail, '_id' | 'commentCount'>) => {
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    ...query(user?.hasBlocks ? listVisibleComments : listComments, { params: { id: _id }, query: { placed: 'true' } }),
    enabled: commentCount > 0,
    select: inOrder,
  })
  return { data: commentCount > 0 ? data : NONE, error, refetch }
}

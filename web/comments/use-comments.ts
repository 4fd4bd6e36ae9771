import { useQuery, useQueryClient } from '@tanstack/react-query'
import { COMMENTS_AT_ONCE } from '#contract/values/comments.ts'
import { listComments, listVisibleComments } from '#contract/calls/comments.ts'
import type { BookDetail } from '#contract/books.ts'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/shapes/people.ts'
import { query } from '#web/api/query.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'

/** How many comments of a book a reader can see; 0 if that is not known, as some are by people with a block. */
export const seenCount = ({ commentCount }: Pick<BookDetail, 'commentCount'>, user: User | undefined): number =>
  user?.hasBlocks ? 0 : commentCount

/** The comments to show, oldest first, and the cursor of the next page. */
export const joinPages = (pages: Comment[][], posted: Comment[], count: number) => {
  const loaded = pages.flat()
  const ids = new Set(loaded.map(({ _id }) => _id))
  const comments = [...loaded, ...posted.filter(({ _id }) => !ids.has(_id))]
  const lastPage = pages.at(-1) ?? []
  // Deleting a comment leaves a full page short, so the book's count is checked as well.
  const hasMore = lastPage.length >= COMMENTS_AT_ONCE || comments.length < count
  // Not a posted comment: the comments between the last page and it would be skipped.
  return { comments, next: hasMore ? lastPage.at(-1)?._id : undefined }
}

/** The comments of a book after this one. Only for a member with blocks they are another list, which is not cached. */
export const commentsAfter = (after: string | undefined, bookId: string, user: User | undefined) =>
  query(user?.hasBlocks ? listVisibleComments : listComments, {
    params: { id: bookId },
    ...(after && { query: { after } }),
  })

/** The comments that were posted here, of which no loaded page may have some. */
export const usePostedComments = (bookId: string) => {
  const client = useQueryClient()
  // Shares the key prefix of all comments, so that deleting a comment removes it here as well. Never fetched.
  const postedKey = [listComments.path, 'posted', bookId]
  const { data: posted = [] } = useQuery<Comment[]>({ queryKey: postedKey, enabled: false })
  const append = (comment: Comment) => {
    client.setQueryData<Comment[]>(postedKey, (before = []) => [...before, comment])
    updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: book.commentCount + 1 }))
  }
  return { posted, append }
}

/** A book's first comments, followed by those posted here. */
export const useFirstComments = (book: BookDetail, user: User | undefined) => {
  const page = useQuery(commentsAfter(undefined, book._id, user))
  const { posted, append } = usePostedComments(book._id)
  return { ...joinPages([page.data ?? []], posted, seenCount(book, user)), page, append }
}

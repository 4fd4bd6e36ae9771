import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { COMMENTS_AT_ONCE, listComments, listVisibleComments } from '#contract/calls/comments.ts'
import type { BookDetail } from '#contract/books.ts'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/people.ts'
import { query } from '#web/api/query.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'

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

/**
 * A book's comments, loaded page by page, followed by those posted here that no loaded page contains. Only for a member
 * with blocks they are another list, which is not cached.
 */
export const useComments = ({ _id: bookId, commentCount: count }: BookDetail, user: User | undefined) => {
  const client = useQueryClient()
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({
    queries: cursors.map((after) =>
      query(user?.hasBlocks ? listVisibleComments : listComments, {
        params: { id: bookId },
        ...(after && { query: { after } }),
      }),
    ),
  })
  // Shares the key prefix of all comments, so that deleting a comment removes it here as well. Never fetched.
  const postedKey = [listComments.path, 'posted', bookId]
  const { data: posted = [] } = useQuery<Comment[]>({ queryKey: postedKey, enabled: false })
  const { comments, next } = joinPages(
    pages.map(({ data }) => data ?? []),
    posted,
    count,
  )
  return {
    comments,
    isPending: pages[0]?.isPending ?? true,
    lastPage: pages.at(-1),
    showMore: next ? () => setCursors([...cursors, next]) : undefined,
    append: (comment: Comment) => {
      client.setQueryData<Comment[]>(postedKey, (before = []) => [...before, comment])
      updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: book.commentCount + 1 }))
    },
  }
}

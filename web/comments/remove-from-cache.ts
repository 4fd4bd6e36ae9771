import type { QueryClient } from '@tanstack/react-query'
import { listComments, listVisibleComments } from '#contract/calls/comments.ts'
import { listReceivedComments } from '#contract/calls/received-comments.ts'
import type { Comment } from '#contract/comments.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'

/** Removes a comment that is deleted or hidden from the lists that are loaded, and from the count of its book. */
export const removeFromCache = (client: QueryClient, bookId: string, commentId: string) => {
  for (const { path } of [listComments, listVisibleComments, listReceivedComments])
    client.setQueriesData<Comment[]>({ queryKey: [path] }, (comments) =>
      comments?.filter(({ _id }) => _id !== commentId),
    )
  updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: Math.max(0, book.commentCount - 1) }))
}

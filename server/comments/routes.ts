import * as calls from '#contract/comments.ts'
import { listReceivedComments as listReceived, markCommentsRead as markRead } from '#contract/received-comments.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { addComment } from './add-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listComments } from './list-comments.ts'
import { listReceivedComments, markCommentsRead } from './received-comments.ts'

export const commentRoutes = (serve: Serve, services: Services) => {
  serve(calls.listComments, ({ params, query: { after, placed } }) =>
    listComments(services, { bookId: params.id, after, isPlaced: placed !== undefined }),
  )
  serve(calls.listVisibleComments, ({ params, query: { after, placed }, caller }) =>
    listComments(services, { bookId: params.id, after, isPlaced: placed !== undefined, readerId: caller.id }),
  )
  serve(calls.addComment, ({ params, body, caller }) =>
    addComment(services, { ...body, bookId: params.id, userId: caller.id }),
  )
  serve(calls.deleteComment, ({ params, caller }) =>
    deleteComment(services, caller, { bookId: params.id, commentId: params.commentId }),
  )
  serve(listReceived, ({ query, caller }) => listReceivedComments(services, caller.id, query.before))
  serve(markRead, ({ body, caller }) => markCommentsRead(services, caller.id, body.until))
}

import * as calls from '#contract/comments.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { addComment, listComments } from './comments.ts'
import { deleteComment } from './delete-comment.ts'
import { assertNotSpam } from './comment-spam.ts'

export const commentRoutes = (serve: Serve, services: Services) => {
  serve(calls.listComments, ({ params, query }) => listComments(services, params.id, query.after))
  serve(calls.addComment, async ({ params, body, caller }) => {
    await assertNotSpam(services, caller.id, body.text)
    return addComment(services, { bookId: params.id, userId: caller.id, text: body.text })
  })
  serve(calls.deleteComment, ({ params, caller }) =>
    deleteComment(services, caller, { bookId: params.id, commentId: params.commentId }),
  )
}

import * as calls from '#contract/moderation.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller, Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { blockPerson, listBlocked, unblockPerson } from './block-person.ts'
import { setCommentRule } from './comment-rule.ts'
import { endOf } from './end-of-moderation.ts'
import type { HiddenKind } from './hidden-kinds.ts'
import { hideComment, showComment } from './hide-comment.ts'
import { hideContent, showContent, type VisibilityChange } from './hide-content.ts'
import { listHidden } from './list-hidden.ts'
import { listHiddenComments } from './list-hidden-comments.ts'
import { listOwnHidden } from './list-own-hidden.ts'
import { listSuspended } from './list-suspended.ts'
import { listWithdrawn } from './list-withdrawn.ts'
import { endSuspension, suspendAccount } from './suspend-account.ts'

interface ToHide {
  params: { id: string }
  body: { reason: string; until?: string | null | undefined }
  caller: Caller
}

export const moderationRoutes = (serve: Serve, services: Services) => {
  const { db } = services
  /** Runs a change in a transaction; after the commit the cached responses that it concerns are dropped. */
  const change = async (run: (trx: Database) => Promise<VisibilityChange>) => {
    const { invalidates } = await db.transaction().execute(run)
    services.invalidate(invalidates)
  }
  const hide =
    (kind: HiddenKind) =>
    ({ params: { id }, body: { reason, until }, caller: by }: ToHide) =>
      change((trx) => hideContent(services, trx, { kind, id, by, reason, until: endOf(services, until) }))
  const show =
    (kind: HiddenKind) =>
    ({ params: { id }, caller: by }: Omit<ToHide, 'body'>) =>
      change((trx) => showContent(services, trx, { kind, id, by }))

  serve(calls.listHidden, ({ query }) => listHidden(services, query.after))
  serve(calls.hideBook, hide('book'))
  serve(calls.showBook, show('book'))
  serve(calls.hideList, hide('list'))
  serve(calls.showList, show('list'))
  serve(calls.hidePerson, hide('person'))
  serve(calls.showPerson, show('person'))
  serve(calls.listSuspended, () => listSuspended(services))
  serve(calls.suspendUser, ({ params: { id }, body, caller }) =>
    change(async (trx) => {
      const suspension = { by: caller, reason: body.reason, until: endOf(services, body.until) }
      await suspendAccount(services, trx, { userId: id, ...suspension })
      return body.hideContent
        ? hideContent(services, trx, { kind: 'person', id, ...suspension })
        : { isChanged: true, invalidates: [] }
    }),
  )
  serve(calls.endSuspension, async ({ params: { id }, caller }) => {
    await db.transaction().execute((trx) => endSuspension(services, trx, { userId: id, by: caller }))
  })

  serve(calls.hideComment, ({ params, body, caller }) =>
    change((trx) => hideComment(services, trx, caller, { ...params, ...body })),
  )
  serve(calls.showComment, ({ params, caller }) => change((trx) => showComment(services, trx, caller, params)))
  serve(calls.listHiddenComments, ({ params, caller }) => listHiddenComments(services, caller, params.id))
  serve(calls.setCommentRule, ({ params, body, caller }) =>
    setCommentRule(services, caller, { bookId: params.id, rule: body.rule }),
  )

  serve(calls.listBlocked, ({ caller }) => listBlocked(services, caller.id))
  serve(calls.block, ({ params, caller }) => blockPerson(services, caller.id, params.id))
  serve(calls.unblock, ({ params, caller }) => unblockPerson(services, caller.id, params.id))
  serve(calls.listOwnHidden, ({ caller }) => listOwnHidden(services, caller.id))
  serve(calls.listWithdrawn, ({ caller }) => listWithdrawn(services, caller.id))
}

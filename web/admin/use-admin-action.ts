import type { Call } from '#contract/api/endpoint.ts'
import { type ActionOptions, useAction } from '#web/api/use-action.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { adminErrorMessage } from './admin-error-message.ts'

const messageOf = (thrown: unknown, call: Pick<Call, 'failureMessage'>) =>
  ADMIN.error(adminErrorMessage(thrown, call, NETWORK_ERROR))

/** A change by an administrator, whose failure is said with the words of the server. */
export const useAdminAction = <Answer, Values = void>(options: ActionOptions<Answer, Values>) =>
  useAction({ messageOf, ...options })

export interface AdminChange {
  call: Pick<Call, 'failureMessage'>
  send: () => Promise<unknown>
  /** What a toast says when it is done. */
  done?: string
}

/** Changes of several kinds, one at a time. */
export const useAdminChanges = <Change extends AdminChange>(
  options: Pick<ActionOptions<unknown, Change>, 'outdated' | 'onDone' | 'onFail'>,
) =>
  useAdminAction({
    ...options,
    call: ({ call }: Change) => call,
    send: ({ send }) => send(),
    done: (_, { done }) => done,
  })

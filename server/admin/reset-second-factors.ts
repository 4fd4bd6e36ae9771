import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { resetFactors } from '#server/accounts/second-factor/reset-factors.ts'
import { withAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

const OWN = 'Change your own second factors on your profile, not here.'

/** Removes another person's second factors. */
export const resetSecondFactors = (services: Services, admin: Caller, id: string) =>
  withAudit(services, admin, async (trx) => {
    const accounts = await lockAccounts(trx.db, [admin.id, id])
    const account = accounts.get(id)
    if (!account || account.guest) throw new Problem('userNotFound')
    if (id === admin.id) throw new Problem('notYourself', { message: OWN })
    if (accounts.get(admin.id)?.userType !== 'admin') throw new Problem('changedMeanwhile')
    await resetFactors(services, trx.db, id)
    return {
      result: { success: true as const, data: { _id: id } },
      entry: { action: 'reset second factors', subject: `user ${id}`, name: account.username },
    }
  })

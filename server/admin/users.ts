import type { UserType } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import { type AccountRow, applyAccountChange } from '#server/accounts/change-account.ts'
import { deleteAccounts } from '#server/accounts/personal-data/delete-account.ts'
import { assertNotLastAdmin } from '#server/accounts/last-admin.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { rethrowTaken, violatedIndex } from '#server/accounts/register.ts'
import { assertNotRescue, followRescueAddress } from '#server/accounts/rescue-administrator.ts'
import { factorsOf } from '#server/accounts/second-factor/challenges.ts'
import { queueVerification } from '#server/accounts/email/verify-email.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { queueAddressNotice } from './address-notice.ts'
import { toAdminUser } from './admin-user-serializer.ts'

interface UserChange {
  username?: string | undefined
  email?: string | undefined
  userType?: UserType | undefined
}

/**
 * Changes an account. The owner must verify a new address before the next login. The last administrator who can log in
 * can neither be demoted nor get another address here.
 */
export const updateUser = (
  services: Services,
  admin: Caller,
  id: string,
  { version, ...change }: UserChange & { version?: number | undefined },
) =>
  services.db
    .transaction()
    .execute(async (trx) => {
      const { email, userType } = change
      const admins = email !== undefined || userType !== undefined
      const accounts = await lockAccounts(trx, [admin.id, id], { admins })
      const before = accountToChange(accounts, id, version)
      const changesEmail = email !== undefined && email !== before.email
      const demotes = userType !== undefined && userType !== 'admin'
      if (changesEmail || demotes) assertNotLastAdmin(accounts, id)
      if (demotes) await assertNotRescue(trx, before)
      assertStillAdmin(accounts, admin)
      const after = await applyAccountChange(trx, before, { ...change, ...(changesEmail && unconfirmed(before)) })
      if (changesEmail) {
        await followRescueAddress(services, trx, { before, email })
        await queueVerification(services, trx, { userId: id })
        if (before.email) await queueAddressNotice(services, trx, { userId: id, formerEmail: before.email })
      }
      await recordAudit(trx, admin, {
        action: 'change user',
        subject: `user ${id}`,
        name: before.username,
        before: auditedFields(before),
        after: auditedFields(after),
      })
      return {
        success: true as const,
        data: toAdminUser({ ...after, hasSecondFactor: (await factorsOf(trx, id)).length > 0 }, services.now()),
      }
    })
    .catch(rethrowTakenByAnother)

/** The weekly mail goes to verified addresses only, so it ends. An address that was never verified stays so. */
const unconfirmed = ({ verified, emailUnconfirmed }: AccountRow) => ({
  verified: false,
  emailUnconfirmed: verified || emailUnconfirmed,
  weeklyMail: false,
})

const EMAIL_TAKEN = 'Another account has this email address.'

/** At sign-up a taken address is answered with the advice to log in, which is none for an administrator. */
const rethrowTakenByAnother = (error: unknown): never => {
  if (violatedIndex(error) === 'users_by_email')
    throw new Problem('emailTaken', { message: EMAIL_TAKEN, errors: { email: EMAIL_TAKEN } })
  return rethrowTaken(error)
}

const auditedFields = ({ username, email, userType }: AccountRow) => ({ username, email, userType })

/** The locked account, if it is as the administrator last saw it. */
const accountToChange = (accounts: Map<string, AccountRow>, id: string, version: number | undefined): AccountRow => {
  const account = accounts.get(id)
  if (!account || account.guest) throw new Problem('userNotFound')
  if (version !== undefined && version !== account.version) throw new Problem('changedMeanwhile')
  return account
}

/** Another administrator may have demoted or deleted this one since the request was authenticated. */
const assertStillAdmin = (accounts: Map<string, AccountRow>, admin: Caller): void => {
  if (accounts.get(admin.id)?.userType !== 'admin') throw new Problem('changedMeanwhile')
}

/** Deletes an account. Sessions and ratings are deleted with it; comments and books stay without it. */
export const deleteUser = async (
  services: Services,
  personalData: PersonalData[],
  admin: Caller,
  { id, version }: { id: string; version?: number | undefined },
) => {
  const cleanUp = await services.db.transaction().execute(async (trx) => {
    const accounts = await lockAccounts(trx, [admin.id, id], { admins: true })
    const account = accountToChange(accounts, id, version)
    assertNotLastAdmin(accounts, id)
    await assertNotRescue(trx, account)
    if (id === admin.id) throw new Problem('notYourself')
    assertStillAdmin(accounts, admin)
    await recordAudit(trx, admin, {
      action: 'delete user',
      subject: `user ${id}`,
      name: account.username,
      before: { username: account.username, userType: account.userType },
    })
    return deleteAccounts(services, personalData, trx, { accounts: [account], deleteBooks: false })
  })
  await cleanUp()
  return { success: true as const, data: { _id: id } }
}

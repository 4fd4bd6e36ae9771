import { HOUR_MS } from '#contract/values/durations.ts'
import { EMAIL_CHANGE_HOURS } from '#contract/account-security.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { releaseInvitations } from '#server/site/invitations.ts'
import { applyAccountChange } from '#server/accounts/change-account.ts'
import { queueEmailChange, queueEmailNotice } from './email-change-mails.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { violatedIndex } from '#server/accounts/register.ts'
import { followRescueAddress } from '#server/accounts/rescue-administrator.ts'
import { type RequestOrigin, recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import { isFree } from '#server/accounts/single-sign-on/address-holder.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import { assertOwner } from '#server/accounts/passwords/update-password.ts'

const SENT = 'We have sent a link to the new address. Open it to confirm the change.'
const CHANGED = 'Your email is changed. Log in with the new one from now on.'
const SAME = 'This is your email already.'
const TAKEN = 'There is an account with this email already.'

/** For one new address, from any account: it may be a stranger's. */
const MAILS = { max: 5, seconds: 86_400 }

interface EmailInput {
  newEmail: string
  password?: string | undefined
}

/** Sends a link to the new address and a notice to the present one, which stays until the link is opened. */
export const requestEmailChange = async (
  services: Services,
  caller: Caller,
  { newEmail, password, from }: EmailInput & { from: RequestOrigin },
) => {
  const known = await assertOwner(services, caller, { password, from })
  await services.db.transaction().execute(async (trx) => {
    const account = (await lockAccounts(trx, [caller.id])).get(caller.id)
    if (!account || account.passwordHash !== known) throw new Problem('wrongPassword')
    if (account.email === newEmail) throw new Problem('invalid', { message: SAME, errors: { newEmail: SAME } })
    const holder = await trx.selectFrom('users').selectAll().where('email', '=', newEmail).executeTakeFirst()
    if (holder && !isFree(holder)) throw taken()
    await services.sharedRates.take(`email change mails ${newEmail}`, MAILS, trx)
    await storeChange(services, trx, caller, newEmail)
    await queueEmailChange(services, trx, { userId: caller.id, newEmail })
    if (account.email) await queueEmailNotice(services, trx, { userId: caller.id, to: account.email, about: 'request' })
    await recordSecurityEvent(trx, { userId: caller.id, kind: 'email-change-requested', from })
  })
  return { message: SENT }
}

const taken = () => new Problem('emailTaken', { message: TAKEN, errors: { newEmail: TAKEN } })

const storeChange = async ({ now }: Services, trx: Database, caller: Caller, newEmail: string) => {
  const change = {
    newEmail,
    sessionId: caller.sessionId,
    requestedAt: now(),
    tokenHash: null,
    expiresAt: new Date(now().getTime() + EMAIL_CHANGE_HOURS * HOUR_MS),
  }
  await trx
    .insertInto('emailChanges')
    .values({ userId: caller.id, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(change))
    .execute()
}

/** Changes the address of the account that a token belongs to. Of its sessions only the one that requested it stays. */
export const confirmEmailChange = async (services: Services, token: string, from: RequestOrigin) => {
  const email = await services.db
    .transaction()
    .execute(async (trx) => {
      const { account, change } = await redeem(trx, token, services.now())
      const { newEmail, sessionId } = change
      await applyAccountChange(trx, account, { email: newEmail }, { keepSession: sessionId ?? undefined, from })
      await followRescueAddress(services, trx, { before: account, email: newEmail })
      if (account.email)
        await queueEmailNotice(services, trx, { userId: account.id, to: account.email, about: 'change' })
      return newEmail
    })
    .catch((error: unknown) => {
      throw violatedIndex(error) === 'users_by_email' ? taken() : error
    })
  return { message: CHANGED, email }
}

/** Uses up a token. Deletes an account that holds the new address unverified: its owner has just been proven. */
const redeem = async (trx: Database, token: string, now: Date) => {
  const tokenHash = hashOf(token)
  const found = await trx
    .selectFrom('emailChanges')
    .leftJoin('users', 'users.email', 'newEmail')
    .select(['userId', 'users.id as holderId'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (!found) throw new Problem('badMailToken')
  const accounts = await lockAccounts(trx, [found.userId, found.holderId ?? found.userId])
  const change = await trx
    .deleteFrom('emailChanges')
    .where('tokenHash', '=', tokenHash)
    .returning(['newEmail', 'sessionId', 'expiresAt'])
    .executeTakeFirst()
  const account = accounts.get(found.userId)
  if (!account || !change || change.expiresAt < now) throw new Problem('badMailToken')
  const holder = accounts.get(found.holderId ?? '')
  if (holder?.email === change.newEmail) {
    if (!isFree(holder)) throw taken()
    await releaseInvitations(trx, holder.id)
    await trx.deleteFrom('users').where('id', '=', holder.id).execute()
  }
  return { account, change }
}

/** The address that the account of the caller is to change to. */
export const pendingEmailChange = async ({ db, now }: Services, userId: string) => {
  const change = await db
    .selectFrom('emailChanges')
    .select(['newEmail', 'requestedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return { pending: change ? { newEmail: change.newEmail, requestedAt: change.requestedAt.toISOString() } : null }
}

/** Idempotent. */
export const cancelEmailChange = ({ db }: Services, { id }: Caller, from: RequestOrigin): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id])
    const cancelled = await trx.deleteFrom('emailChanges').where('userId', '=', id).returning('userId').execute()
    if (cancelled.length > 0) await recordSecurityEvent(trx, { userId: id, kind: 'email-change-cancelled', from })
  })

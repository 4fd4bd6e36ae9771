import { Problem } from '#contract/api/problems.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { mailOwner } from '#server/mails/mail-owner.ts'
import { violatedIndex } from '#server/accounts/register.ts'
import { recordSecurityEvent, type RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { findProvider, letterOf, readProviders, type SignInProvider } from './providers.ts'
import type { Identity } from './read-identity.ts'
import { endSignInSessions } from './sign-in-session.ts'

export const PROVIDER_NOTICE_JOB = 'provider-notice-mail'

type NamedIdentity = Pick<Identity, 'issuer' | 'subject'>

/** The account that a person of a provider has here. */
export const ownerOf = async (db: Database, { issuer, subject }: NamedIdentity): Promise<string | undefined> => {
  const found = await db
    .selectFrom('signInIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.userId
}

interface Link {
  account: Pick<AccountRow, 'id'>
  provider: Pick<SignInProvider, 'name'>
  identity: NamedIdentity
  from: RequestOrigin
}

/** Links a person of a provider to an account that the transaction has locked; its owner gets a mail. */
export const linkIdentity = async (
  services: Services,
  trx: Database,
  { account, provider, identity: { issuer, subject }, from }: Link,
): Promise<void> => {
  const now = services.now()
  await trx
    .insertInto('signInIdentities')
    .values({ issuer, subject, userId: account.id, linkedAt: now, usedAt: now })
    .execute()
    .catch((error: unknown) => {
      const index = violatedIndex(error)
      if (index === 'sign_in_identities_pkey') throw new Problem('linkedElsewhere')
      if (index === 'sign_in_identities_user_id_issuer_key') throw new Problem('linkedAlready')
      throw error
    })
  await recordSecurityEvent(trx, { userId: account.id, kind: 'provider-linked', from })
  await services.jobs.enqueue(trx, PROVIDER_NOTICE_JOB, { userId: account.id, name: provider.name, what: 'linked' })
}

/** An issuer without a path is the same with a slash at its end; the setting may have the other spelling than the provider. */
export const addressOf = (issuer: string): string => URL.parse(issuer)?.href ?? issuer

/** The providers, and which of them are linked to the account of the caller. */
export const listLinkedProviders = async (services: Services, caller: Caller) => {
  const { db } = services
  const [providers, rows, account] = await Promise.all([
    readProviders(services),
    db.selectFrom('signInIdentities').selectAll().where('userId', '=', caller.id).execute(),
    db.selectFrom('users').select('passwordHash').where('id', '=', caller.id).executeTakeFirst(),
  ])
  const linked = new Map(rows.map((row) => [addressOf(row.issuer), row]))
  return {
    hasPassword: (account?.passwordHash ?? null) !== null,
    providers: providers.map(({ id, name, issuer }) => ({
      id,
      name,
      letter: letterOf(name),
      linkedAt: linked.get(addressOf(issuer))?.linkedAt.toISOString() ?? null,
      usedAt: linked.get(addressOf(issuer))?.usedAt?.toISOString() ?? null,
    })),
  }
}

/** Removes a link of the caller, unless there would be no other way into the account. Sessions that it opened elsewhere end. */
export const unlinkProvider = async (
  services: Services,
  caller: Caller,
  { provider: id, from }: { provider: string; from: RequestOrigin },
): Promise<void> => {
  const provider = await findProvider(services, id)
  await services.db.transaction().execute(async (trx) => {
    const account = (await lockAccounts(trx, [caller.id])).get(caller.id)
    if (!account) throw new Problem('unauthenticated')
    const rows = await trx.selectFrom('signInIdentities').selectAll().where('userId', '=', caller.id).execute()
    const linked = rows.find(({ issuer }) => addressOf(issuer) === addressOf(provider.issuer))
    if (!linked) throw new Problem('providerNotFound')
    const { issuer, subject } = linked
    await trx.deleteFrom('signInIdentities').where('issuer', '=', issuer).where('subject', '=', subject).execute()
    if (!(await hasAnotherWayIn({ ...services, db: trx }, account))) throw new Problem('lastWayIn')
    await endSignInSessions(trx, { issuer, subject }, caller.sessionId)
    await recordSecurityEvent(trx, { userId: caller.id, kind: 'provider-unlinked', from })
    await services.jobs.enqueue(trx, PROVIDER_NOTICE_JOB, { userId: caller.id, name: provider.name, what: 'unlinked' })
  })
}

/** A password or a passkey where they work, or another provider that is still set up. */
const hasAnotherWayIn = async (services: Services, { id, email, passwordHash }: AccountRow): Promise<boolean> => {
  const { signIn, rescueAdministrator } = await readSiteSettings(services)
  const { db } = services
  if (signIn === 'passwords' || email === rescueAdministrator) {
    const passkey = await db.selectFrom('passkeys').select('id').where('userId', '=', id).executeTakeFirst()
    if (passwordHash !== null || passkey) return true
  }
  const issuers = (await readProviders(services)).map(({ issuer }) => addressOf(issuer))
  const others = await db.selectFrom('signInIdentities').select('issuer').where('userId', '=', id).execute()
  return others.some(({ issuer }) => issuers.includes(addressOf(issuer)))
}

/** Tells the owner of an account that a provider was linked to it, or no longer is. */
export const sendProviderNotice = (
  services: Services,
  { userId, name, what }: { userId: string; name: string; what: 'linked' | 'unlinked' },
  jobId: string,
) =>
  mailOwner(services, { userId, jobId }, ({ mails: { PROVIDER } }, siteName) => ({
    subject: PROVIDER[what].subject({ name, siteName }),
    before: PROVIDER[what].before({ name }),
    path: '/profile/security',
    after: PROVIDER[what].after,
  }))

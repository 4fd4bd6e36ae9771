import { sql } from 'kysely'
import { genericGrantRequest } from 'openid-client'
import { type Provider, ProviderSettings, PROVIDERS_MAX } from '#contract/single-sign-on.ts'
import { Problem } from '#contract/api/problems.ts'
import { encryptSecret } from '#server/accounts/second-factor/encrypt-secret.ts'
import { recordAudit, withAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { parseTarget, resolveTarget, TargetError } from '#server/platform/outgoing/public-target.ts'
import type { Services } from '#server/platform/services.ts'
import { lockSiteSettings } from '#server/site/site-settings.ts'
import { callbackUrl } from './attempts.ts'
import { addressOf } from './identities.ts'
import { loggedOutUrl } from './log-out.ts'
import { clientOf, faultOf, isSecretRefused, OTHER_ISSUER, withSecret } from './provider-client.ts'
import { findProvider, isProvidersOnly, readProviders, type SignInProvider } from './providers.ts'

export const listProviders = async (services: Services): Promise<Provider[]> =>
  (await readProviders(services)).map((provider) => ({
    ...provider,
    callbackUrl: callbackUrl(services, provider.id),
    loggedOutUrl: loggedOutUrl(services),
    backChannelUrl: `${services.siteUrl.current()}/auth/oidc/${provider.id}/back-channel-logout`,
  }))

type SettingsWithSecret = ProviderSettings & { clientSecret?: string | undefined }

const split = ({ clientSecret, ...settings }: SettingsWithSecret) => ({ clientSecret, settings })

/** What the audit log says of a provider. */
const audited = ({ groupTypes, ...settings }: ProviderSettings) => ({
  ...settings,
  groupTypes: groupTypes.map(({ group, userType }) => `${group}: ${userType}`).join(', '),
})

const assertReachable = async ({ settings }: Services, issuer: string): Promise<void> => {
  try {
    await resolveTarget(parseTarget(issuer), settings.providerNetworks, undefined, 'OIDC_NETWORKS')
  } catch (error) {
    if (error instanceof TargetError) throw new Problem('invalid', { errors: { issuer: error.message } })
    throw error
  }
}

const encrypted = async ({ db }: Services, id: string, secret: string) =>
  secret === '' ? { secret: null, keyId: null } : encryptSecret(db, id, Buffer.from(secret), 'secrets of providers')

export const addProvider = async (
  services: Services,
  admin: Caller,
  { id, ...given }: SettingsWithSecret & { id: string },
) => {
  const { clientSecret = '', settings } = split(given)
  await assertReachable(services, settings.issuer)
  return withAudit(services, admin, async (trx) => {
    // Two that are added at once must not exceed the limit together.
    await sql`lock table sign_in_providers in share row exclusive mode`.execute(trx.db)
    const providers = await readProviders(trx)
    if (providers.length >= PROVIDERS_MAX) throw new Problem('tooManyProviders')
    if (providers.some((provider) => provider.id === id))
      throw new Problem('invalid', { errors: { id: 'There is a provider with this short name already' } })
    await trx.db
      .insertInto('signInProviders')
      .values({
        id,
        settings: JSON.stringify(settings),
        addedAt: trx.now(),
        ...(await encrypted(trx, id, clientSecret)),
      })
      .execute()
    return {
      result: { id },
      entry: { action: 'add provider', subject: `provider ${id}`, name: settings.name, after: audited(settings) },
    }
  })
}

/** The provider, locked, if it can be changed here. */
const lockProvider = async (trx: Services, id: string) => {
  const { isFromEnvironment } = await findProvider(trx, id)
  if (isFromEnvironment) throw new Problem('setInEnvironment')
  const row = await trx.db
    .selectFrom('signInProviders')
    .select('settings')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('providerNotFound')
  return ProviderSettings.parse(row.settings)
}

export const changeProvider = async (
  services: Services,
  admin: Caller,
  { provider: id, ...given }: SettingsWithSecret & { provider: string },
) => {
  const { clientSecret, settings } = split(given)
  await assertReachable(services, settings.issuer)
  return withAudit(services, admin, async (trx) => {
    const before = await lockProvider(trx, id)
    // Otherwise the secret could be sent to another address than the one that it was entered for.
    const keepsSecret = clientSecret === undefined && before.issuer === settings.issuer
    await trx.db
      .updateTable('signInProviders')
      .set({
        settings: JSON.stringify(settings),
        ...(!keepsSecret && (await encrypted(trx, id, clientSecret ?? ''))),
      })
      .where('id', '=', id)
      .execute()
    return {
      result: { id },
      entry: {
        action: 'change provider',
        subject: `provider ${id}`,
        name: settings.name,
        before: audited(before),
        after: audited(settings),
      },
    }
  })
}

/** Removes a provider, unless nobody could log in without it. */
export const deleteProvider = (services: Services, admin: Caller, id: string) =>
  withAudit(services, admin, async (trx) => {
    // Passwords must not be turned off meanwhile, nor two providers go at once.
    await lockSiteSettings(trx.db)
    const before = await lockProvider(trx, id)
    await trx.db.deleteFrom('signInProviders').where('id', '=', id).execute()
    if ((await isProvidersOnly(trx)) && (await readProviders(trx)).length === 0) throw new Problem('lastProvider')
    return {
      result: { id },
      entry: { action: 'delete provider', subject: `provider ${id}`, name: before.name, before: audited(before) },
    }
  })

/** Asks a provider for its configuration and tries the secret, and says in words what it saw. */
export const testProvider = async (services: Services, admin: Caller, id: string) => {
  const provider = await findProvider(services, id)
  const result = await tryProvider(services, provider).catch((error: unknown) => ({
    isWorking: false,
    message: faultOf(error),
  }))
  await recordAudit(services.db, admin, { action: 'test provider', subject: `provider ${id}`, name: provider.name })
  return result
}

const tryProvider = async (services: Services, provider: SignInProvider) => {
  const server = (await clientOf(services, provider, { isFresh: true })).serverMetadata()
  // A configuration is also found by its own address or by an alias of a tenant, but accounts are linked by the issuer.
  if (addressOf(server.issuer) !== addressOf(provider.issuer)) return { isWorking: false, message: OTHER_ISSUER }
  if (!(await takesSecret(services, provider)))
    return {
      isWorking: false,
      message: 'The provider answers, but does not accept the client ID or secret. Enter both again, as it shows them.',
    }
  const { requiredGroup, groupTypes, groupsClaim, logsOutThere, scopes } = provider
  const { claims_supported: claims, scopes_supported: offered } = server
  const [claim = ''] = groupsClaim.split('.')
  const needsGroups = requiredGroup !== '' || groupTypes.length > 0
  const lacksGroups = claims !== undefined && ![groupsClaim, claim].some((name) => claims.includes(name))
  // It has no standard name. Many providers name groups only to who asks for it.
  const scope = [groupsClaim, claim, 'groups'].find((name) => offered?.includes(name))
  const notes = [
    server.supportsPKCE() ? undefined : 'It does not say that it knows PKCE, which is used all the same.',
    logsOutThere && server.end_session_endpoint === undefined
      ? 'It has no address for log-outs: people stay logged in there.'
      : undefined,
    needsGroups && lacksGroups
      ? `It does not list the claim “${groupsClaim}”: see that its tokens name groups by it.`
      : undefined,
    needsGroups && scope !== undefined && !scopes.split(/\s+/).includes(scope)
      ? `It has the scope “${scope}”, which is not asked for: without it, its tokens may name no groups.`
      : undefined,
  ].filter((note) => note !== undefined)
  const found = 'The provider answers, and did not refuse the client ID and secret.'
  return { isWorking: true, message: [found, ...notes].join(' ') }
}

/** Sends a code that nobody has got: what is refused for the secret is told from what is refused for the code. */
const takesSecret = (services: Services, provider: SignInProvider): Promise<boolean> => {
  const code = { code: 'a code of a test', redirect_uri: callbackUrl(services, provider.id), code_verifier: VERIFIER }
  return withSecret(services, provider, (client) => genericGrantRequest(client, 'authorization_code', code)).then(
    () => true,
    (error: unknown) => !isSecretRefused(error),
  )
}

/** As long as the standard wants it. */
const VERIFIER = 'a-verifier-of-a-code-that-nobody-has-received'

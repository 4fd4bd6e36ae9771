import { ProviderSettings } from '#contract/single-sign-on.ts'
import { Problem } from '#contract/api/problems.ts'
import type { SignIn } from '#contract/site.ts'
import { decryptSecret } from '#server/accounts/second-factor/encrypt-secret.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

/** A provider without its secret. */
export interface SignInProvider extends ProviderSettings {
  id: string
  hasSecret: boolean
  isFromEnvironment: boolean
}

/** The providers: those of the environment first, then those that administrators have added. */
export const readProviders = async ({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<SignInProvider[]> => {
  const fromEnvironment = settings.providers.map(({ clientSecret, ...provider }) => ({
    ...provider,
    hasSecret: clientSecret !== '',
    isFromEnvironment: true,
  }))
  const taken = new Set(fromEnvironment.map(({ id }) => id))
  const rows = await db
    .selectFrom('signInProviders')
    .select(['id', 'settings', 'keyId'])
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
  const added = rows.map(({ id, settings: stored, keyId }) => ({
    ...ProviderSettings.parse(stored),
    id,
    hasSecret: keyId !== null,
    isFromEnvironment: false,
  }))
  return [...fromEnvironment, ...added.filter(({ id }) => !taken.has(id))]
}

export const findProvider = async (
  services: Pick<Services, 'db' | 'settings'>,
  id: string,
): Promise<SignInProvider> => {
  const found = (await readProviders(services)).find((provider) => provider.id === id)
  if (!found) throw new Problem('providerNotFound')
  return found
}

/** The secret of this library at a provider; empty if there is none. */
export const clientSecretOf = async (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id, isFromEnvironment }: SignInProvider,
): Promise<string> => {
  if (isFromEnvironment) return settings.providers.find((provider) => provider.id === id)?.clientSecret ?? ''
  return storedSecret(db, id)
}

const storedSecret = async (db: Database, id: string): Promise<string> => {
  const row = await db.selectFrom('signInProviders').select(['secret', 'keyId']).where('id', '=', id).executeTakeFirst()
  if (!row?.secret || row.keyId === null) return ''
  const { secret, keyId } = row
  return (await decryptSecret(db, id, { secret, keyId }, 'secrets of providers')).toString()
}

/** How people log in, for the pages; undefined if there is nothing but passwords. */
export const readSignIn = async (services: Services, only: boolean): Promise<SignIn | undefined> => {
  const providers = await readProviders(services)
  if (providers.length === 0 && !only) return undefined
  return { providers: providers.map(({ id, name }) => ({ id, name, letter: letterOf(name) })), only }
}

/** The letter of its icon. */
export const letterOf = (name: string): string => [...name.toUpperCase()][0] ?? ''

/** Whether people log in with a provider only. */
export const isProvidersOnly = async (services: Pick<Services, 'db'>): Promise<boolean> =>
  (await readSiteSettings(services)).signIn === 'providers'

/** Throws where there are no passwords, but for the administrator who may use one always. */
export const assertPasswordsWork = async (services: Pick<Services, 'db'>, email?: string | null): Promise<void> => {
  const { signIn, rescueAdministrator } = await readSiteSettings(services)
  if (signIn === 'providers' && !(email && email === rescueAdministrator)) throw new Problem('providersOnly')
}

import { buildEndSessionUrl } from 'openid-client'
import { logOut } from '#server/accounts/sessions/sessions.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { openHint } from './log-out-hint.ts'
import { clientOf } from './provider-client.ts'
import { readProviders } from './providers.ts'

/** Where providers lead back to after a log-out there: the login page, which says so. */
export const loggedOutUrl = ({ siteUrl }: Pick<Services, 'siteUrl'>) => `${siteUrl.current()}/auth?logged-out`

/**
 * Ends the session of the caller. Where the provider that has opened it shall end its own too, the answer names the address
 * for that, with the ID token of the log-in. A provider may ask the person where it was too long to be kept.
 */
export const logOutOfProvider = async (services: Services, caller: Caller, from: RequestOrigin) => {
  const opened = await services.db
    .selectFrom('signInSessions')
    .select(['provider', 'issuer', 'subject', 'logOutHint'])
    .where('sessionId', '=', caller.sessionId)
    .executeTakeFirst()
  await logOut(services, caller, from)
  const provider = opened && (await readProviders(services)).find(({ id }) => id === opened.provider)
  if (!opened || !provider?.logsOutThere) return { url: null }
  try {
    const client = await clientOf(services, provider)
    const { logOutHint } = opened
    const hint = logOutHint === null ? undefined : await openHint(services, opened, logOutHint).catch(() => undefined)
    const url = buildEndSessionUrl(client, {
      post_logout_redirect_uri: loggedOutUrl(services),
      ...(hint !== undefined && { id_token_hint: hint }),
    })
    return { url: /^https?:$/.test(url.protocol) ? url.href : null }
  } catch {
    // The person is logged out here whatever the provider answers.
    return { url: null }
  }
}

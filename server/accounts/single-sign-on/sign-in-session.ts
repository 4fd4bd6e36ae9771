import { recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** The session at a provider by which a session here was opened. */
export interface SignInSession {
  provider: string
  issuer: string
  subject: string
  sid: string | null
  /** The sealed ID token of the log-in, for the log-out there. */
  logOutHint?: string | null
}

type Ended = Pick<SignInSession, 'issuer'> & { subject?: string | undefined; sid?: string | undefined }

/** Ends the sessions that an issuer has opened for a person, in one of its own sessions or in any; but for `keepSession`. */
export const endSignInSessions = async (
  trx: Database,
  { issuer, subject, sid }: Ended,
  keepSession?: string,
): Promise<void> => {
  let opened = trx.selectFrom('signInSessions').select('sessionId').where('issuer', '=', issuer)
  if (subject !== undefined) opened = opened.where('subject', '=', subject)
  if (sid !== undefined) opened = opened.where('sid', '=', sid)
  if (keepSession !== undefined) opened = opened.where('sessionId', '!=', keepSession)
  const ended = await trx.deleteFrom('sessions').where('id', 'in', opened).returning('userId').execute()
  for (const userId of new Set(ended.map((session) => session.userId)))
    await recordSecurityEvent(trx, { userId, kind: 'logged-out-by-provider' })
}

/** Remembers which provider has opened the session of a token, so that the provider can end it. */
export const recordSignInSession = async (
  trx: Database,
  token: string,
  { provider, issuer, subject, sid, logOutHint = null }: SignInSession,
): Promise<void> => {
  await trx
    .insertInto('signInSessions')
    .columns(['sessionId', 'provider', 'issuer', 'subject', 'sid', 'logOutHint'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select(({ val }) => [
          'id',
          val(provider).as('provider'),
          val(issuer).as('issuer'),
          val(subject).as('subject'),
          val(sid).as('sid'),
          val(logOutHint).as('logOutHint'),
        ])
        .where('tokenHash', '=', hashOf(token)),
    )
    .execute()
  await trx
    .updateTable('signInIdentities')
    .set(({ fn }) => ({ usedAt: fn('now') }))
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

import { hash } from 'node:crypto'
import { type ApiToken, TOKENS_MAX } from '#contract/api-tokens.ts'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { mailOwner } from '#server/mails/mail-owner.ts'
import { type RequestOrigin, recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import { shortenAddress } from '#server/accounts/email/shorten-address.ts'
import { hashOf, newApiToken } from '#server/accounts/sessions/tokens.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

export const TOKEN_NOTICE_JOB = 'token-notice-mail'

interface NewToken {
  name: string
  scopes: readonly TokenScope[]
  from: RequestOrigin
}

/** Makes a token, and mails its owner that it exists. Its text is returned here and stored nowhere. */
export const createToken = (services: Services, { id: userId, sessionId }: Caller, { name, scopes, from }: NewToken) =>
  services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    // A change of the password or a suspension at the same moment has ended the session, and the tokens.
    const session = await trx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
    if (!session) throw new Problem('unauthenticated')
    const { count } = await trx
      .selectFrom('apiTokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= TOKENS_MAX) throw new Problem('tooManyTokens')
    const token = newApiToken()
    const hashes = { tokenHash: hashOf(token), keyHash: hashOf(hash('md5', token)) }
    const { id } = await trx
      .insertInto('apiTokens')
      .values({ userId, name, scopes: [...scopes], ...hashes, createdAt: services.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordSecurityEvent(trx, { userId, kind: 'token-made', from })
    await services.jobs.enqueue(trx, TOKEN_NOTICE_JOB, { userId, name, network: shortenAddress(from.address) })
    return { _id: id, token }
  })

/** The tokens of an account, the newest first. */
export const listTokens = async ({ db }: Services, userId: string): Promise<ApiToken[]> => {
  const rows = await db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'scopes', 'createdAt', 'usedAt', 'network'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, scopes, createdAt, usedAt, ...token }) => ({
    _id: id,
    ...token,
    scopes: scopes as TokenScope[],
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }))
}

export const revokeToken = (
  { db }: Services,
  { id: userId }: Caller,
  { id, from }: { id: string; from: RequestOrigin },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const revoked = await trx
      .deleteFrom('apiTokens')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) throw new Problem('tokenNotFound')
    await recordSecurityEvent(trx, { userId, kind: 'token-revoked', from })
  })

interface TokenNotice {
  userId: string
  name: string
  network: string
}

export const sendTokenNotice = (services: Services, { userId, name, network }: TokenNotice, jobId: string) =>
  mailOwner(services, { userId, jobId }, ({ mails: { NEW_TOKEN } }, siteName) => ({
    subject: NEW_TOKEN.subject({ siteName }),
    before: NEW_TOKEN.before({ name, network }),
    path: '/profile/security',
    after: NEW_TOKEN.after,
  }))

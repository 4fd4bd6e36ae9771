import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { countWrongToken } from '#server/accounts/sessions/login-throttle.ts'
import { shortenAddress } from '#server/accounts/email/shorten-address.ts'
import { hashOf, isApiToken } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import { createBatchLoader } from '#server/platform/database/single-flight.ts'
import { countOf } from '#server/platform/http/request/request-target.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

/** The caller of a token, who has `scopes`. */
type TokenCaller = Caller & { scopes: readonly TokenScope[] }

type Found = TokenCaller & { email: string | null; usedAt: Date | null; network: string }

/** The last use of a token is written at most this often. */
const TOUCH_MS = 60_000
const BASIC = /^Basic ([\w+/=-]+)$/i
const BASIC_MAX = 1000
const MD5 = /^[\da-f]{32}$/

/**
 * Finds people by the tokens of their apps. Nothing is remembered between requests, so a revoked token stops at once in
 * all processes. A wrong token is counted, and a 429 beyond the rate.
 */
export const tokenFinder = (services: Services) => {
  const lookUp = createBatchLoader((hashes) => readTokens(services.db, hashes))

  const find = async (secret: string, address: string, name?: string): Promise<TokenCaller | null> => {
    const found = await lookUp(hashOf(secret).toString('hex'))
    if (!found || (name !== undefined && !isNamed(found, name))) {
      await countWrongToken(services, address, name?.slice(0, BASIC_MAX).toLowerCase())
      return null
    }
    const { email: _, usedAt, network, ...caller } = found
    touch(services, { id: caller.sessionId, usedAt, network }, address)
    return caller
  }
  const wrong = async (address: string) => {
    await countWrongToken(services, address)
    return null
  }
  const withScope = (caller: TokenCaller | null, scope: TokenScope) =>
    caller?.scopes.includes(scope) ? caller : undefined

  return {
    /** By the token itself. */
    byToken: (token: string, address: string) => (isApiToken(token) ? find(token, address) : wrong(address)),
    /**
     * By the `Authorization` of a request outside the API: Basic with the email or the username and the token as password,
     * or Bearer. Undefined if there is none, or if the token is wrong or not for `scope`.
     */
    personByToken: async (
      { headers, raw, ip }: Pick<FastifyRequest, 'headers' | 'raw' | 'ip'>,
      scope: TokenScope,
    ): Promise<TokenCaller | undefined> => {
      const { authorization } = headers
      if (authorization === undefined || countOf(raw, 'authorization') > 1) return undefined
      const { name, token } = credentialsIn(authorization)
      if (token === undefined) return undefined
      return withScope(isApiToken(token) ? await find(token, ip, name) : await wrong(ip), scope)
    },
    /** By the name and the MD5 of the token, as KOReader sends them. */
    personByKey: async (name: string, key: string, address: string): Promise<TokenCaller | undefined> =>
      withScope(MD5.test(key) ? await find(key, address, name) : await wrong(address), 'sync'),
  }
}

const credentialsIn = (authorization: string): { name?: string; token?: string } => {
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (bearer !== undefined) return { token: bearer }
  const encoded = authorization.length > BASIC_MAX ? undefined : BASIC.exec(authorization)?.[1]
  const text = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? {} : { name: text.slice(0, colon), token: text.slice(colon + 1) }
}

const fold = (name: string) => name.normalize('NFC').trim().toLowerCase()
const isNamed = ({ email, username }: Found, name: string) =>
  fold(name) === fold(username) || (email !== null && fold(name) === fold(email))

// The array is selected, so that its length is unknown to the planner: else each execution would be planned again.
const findByHashes = preparedQuery(
  (hashes: Buffer[]) => sql<Omit<Found, 'confirmedAt' | 'hasShownFactor'> & { hash: string }>`
    with given as (select unnest((select ${hashes}::bytea[])::bytea[]) as hash)
    select
      encode(given.hash, 'hex') as hash, api_tokens.id as session_id, users.id, username, email, guest, scopes, used_at, network,
      -- A token has no part in administration and moderation.
      case user_type when 'reader' then 'reader' else 'author' end as user_type
    from given
    join api_tokens on token_hash = given.hash or key_hash = given.hash
    join users on users.id = user_id
    where verified and (suspended_at is null or suspended_until <= now())`,
)

/** The tokens with these hashes, or hashes of their MD5, as far as there are any. */
const readTokens = async (db: Database, hashes: string[]): Promise<Map<string, Found>> => {
  const rows = await findByHashes(
    db,
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  )
  const never = { confirmedAt: new Date(0), hasShownFactor: false }
  return new Map(rows.map(({ hash, ...found }) => [hash, { ...found, ...never }]))
}

/** In the background: losing this write does no harm. */
const touch = (
  { db, now, log }: Services,
  { id, usedAt }: { id: string; usedAt: Date | null; network: string },
  address: string,
) => {
  if (usedAt && now().getTime() - usedAt.getTime() <= TOUCH_MS) return
  sql`update api_tokens set used_at = ${now()}, network = ${shortenAddress(address)} where id = ${id}`
    .execute(db)
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'last use of a token not written'))
}

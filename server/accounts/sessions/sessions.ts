import { type RawBuilder, sql } from 'kysely'
import type { SecurityEventKind } from '#contract/account-security.ts'
import { GUEST_DAYS } from '#contract/accounts.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import { createBatchLoader } from '#server/platform/database/single-flight.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { type RequestOrigin, recordSecurityEvent } from './security-events.ts'
import { shortenAddress } from '#server/accounts/email/shorten-address.ts'
import { hashOf, isSessionToken, newSessionToken } from './tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LIFE = { idle: 14 * DAY, absolute: 30 * DAY }
/** A guest can't log in again, so the session lives as long as the guest's account. */
const GUEST_LIFE = { idle: GUEST_DAYS * DAY, absolute: 4 * GUEST_DAYS * DAY }
const ADMIN_LIFE = { idle: 60 * MINUTE, absolute: 12 * HOUR }
const NETWORK_LIFE = 90 * DAY
/** The last use of a session is written at most this often. */
const TOUCH_MS = MINUTE
const LISTED_MAX = 200

/**
 * Starts a session and returns its token, which is not stored. With `passwordHash` the session starts only while that is
 * still the account's password: a change at the same moment either ends this session or prevents it. So does a suspension.
 */
export const startSession = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  userAgent: string,
  {
    passwordHash,
    address = '',
    hasShownFactor = false,
  }: { passwordHash?: string | null; address?: string; hasShownFactor?: boolean } = {},
) => {
  const token = newSessionToken()
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, user_agent, network, created_at, used_at, confirmed_at, has_shown_factor)
    select ${hashOf(token)}::bytea, id, ${userAgent}, ${shortenAddress(address)}, ${now()}::timestamptz,
      ${now()}::timestamptz, ${now()}::timestamptz, ${hasShownFactor}
    from users
    where id = ${userId}::uuid
    and (suspended_at is null or suspended_until <= ${now()}::timestamptz)
    and (${passwordHash === undefined} or password_hash is not distinct from ${passwordHash ?? null}::text)
    for share
    returning id`.execute(db)
  if (rows.length === 0) throw new Problem('badCredentials')
  return token
}

type Found = Caller & { createdAt: Date; usedAt: Date }

/** Finds the caller of a token; null if the session is over. Tokens of concurrent requests are looked up together. */
export const sessionFinder = (services: Services) => {
  const lookUp = createBatchLoader((tokens) => readSessions(services.db, tokens))
  return async (token: string): Promise<Caller | null> => {
    if (!isSessionToken(token)) return null
    const found = await lookUp(token)
    if (!found) return null
    const { createdAt, usedAt, ...caller } = found
    const now = services.now()
    if (!isAlive({ createdAt, usedAt }, caller, now)) return null
    if (now.getTime() - usedAt.getTime() > TOUCH_MS) touch(services, caller.sessionId)
    return caller
  }
}

// The array is selected, so that its length is unknown to the planner: else each execution would be planned again.
const findByTokens = preparedQuery(
  (hashes: Buffer[]) => sql<Found & { tokenHash: string }>`
    select
      encode(token_hash, 'hex') as token_hash,
      sessions.id as session_id, users.id, username, user_type, guest, sessions.created_at, used_at,
      confirmed_at, has_shown_factor
    from sessions
    join users on users.id = user_id
    where token_hash = any((select ${hashes}::bytea[])::bytea[])`,
)

/** The sessions of these tokens, as far as there are any. */
const readSessions = async (db: Database, tokens: string[]): Promise<Map<string, Found>> => {
  const byHash = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await findByTokens(db, hashes)
  return new Map(rows.map(({ tokenHash, ...found }) => [byHash.get(tokenHash) ?? '', found]))
}

const isAlive = (
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date },
  { userType, guest }: Pick<Caller, 'userType' | 'guest'>,
  now: Date,
) => {
  const life = guest ? GUEST_LIFE : userType === 'admin' ? ADMIN_LIFE : LIFE
  return now.getTime() - usedAt.getTime() <= life.idle && now.getTime() - createdAt.getTime() <= life.absolute
}

/** In the background: losing this write does no harm. */
const touch = ({ db, now, log }: Services, sessionId: string) => {
  sql`update sessions set used_at = greatest(used_at, ${now()}) where id = ${sessionId}`
    .execute(db)
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'last use of a session not written'))
}

/** The live sessions of an account, latest first. */
export const listSessions = async ({ db, now }: Services, caller: Caller) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'network', 'createdAt', 'usedAt'])
    .where('userId', '=', caller.id)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows
    .filter((session) => isAlive(session, caller, now()))
    .map((session) => ({
      _id: session.id,
      userAgent: session.userAgent,
      network: session.network,
      createdAt: session.createdAt.toISOString(),
      usedAt: session.usedAt.toISOString(),
      isCurrent: session.id === caller.sessionId,
    }))
}

/** Ends the caller's session; idempotent. */
export const logOut = async (services: Services, caller: Caller, from: RequestOrigin): Promise<void> => {
  await endSessions(services, caller, { kind: 'logged-out', from, isEnded: sql<boolean>`id = ${caller.sessionId}` })
}

/** Ends another session of the caller. */
export const endSession = async (
  services: Services,
  caller: Caller,
  { sessionId, from }: { sessionId: string; from: RequestOrigin },
): Promise<void> => {
  const count = await endSessions(services, caller, {
    kind: 'session-ended',
    from,
    isEnded: sql<boolean>`id = ${sessionId}`,
  })
  if (count === 0) throw new Problem('sessionNotFound')
}

export const endOtherSessions = async (services: Services, caller: Caller, from: RequestOrigin): Promise<void> => {
  const isEnded = sql<boolean>`id <> ${caller.sessionId}`
  await endSessions(services, caller, { kind: 'other-sessions-ended', from, isEnded })
}

interface SessionsEnd {
  kind: SecurityEventKind
  from: RequestOrigin
  /** Which sessions of the caller end. */
  isEnded: RawBuilder<boolean>
}

/** Ends sessions and records it. Returns how many there were. */
const endSessions = ({ db }: Services, caller: Caller, { kind, from, isEnded }: SessionsEnd): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const ended = await trx
      .deleteFrom('sessions')
      .where('userId', '=', caller.id)
      .where(isEnded)
      .returning('id')
      .execute()
    if (ended.length > 0 && !caller.guest) await recordSecurityEvent(trx, { userId: caller.id, kind, from })
    return ended.length
  })

/**
 * Deletes expired sessions and mail tokens, unconfirmed changes of an address, and networks from which nobody has logged
 * in for long. Guests' sessions stay,
 * because they record when a guest was last active.
 */
export const deleteExpiredSessions = async ({ db, now }: Services): Promise<void> => {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  await sql`
    delete from sessions using users
    where users.id = user_id and not guest
    and (used_at < ${ago(LIFE.idle)} or sessions.created_at < ${ago(LIFE.absolute)})`.execute(db)
  await db.deleteFrom('mailTokens').where('expiresAt', '<', now()).execute()
  await db.deleteFrom('emailChanges').where('expiresAt', '<', now()).execute()
  await db.deleteFrom('loginNetworks').where('usedAt', '<', ago(NETWORK_LIFE)).execute()
}

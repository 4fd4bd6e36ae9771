import { sql } from 'kysely'
import { GUEST_DAYS } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { PREPARED, builtOnce } from '#server/platform/database/prepared.ts'
import { createBatchLoader } from '#server/platform/database/single-flight.ts'
import type { Services } from '#server/platform/services.ts'
import { hashOf, isSessionToken, newSessionToken } from './tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LIFE = { idle: 14 * DAY, whole: 30 * DAY }
/** A guest can't log in again, so the session lives as long as the guest is remembered. */
const GUEST_LIFE = { idle: GUEST_DAYS * DAY, whole: 4 * GUEST_DAYS * DAY }
const ADMIN_LIFE = { idle: 60 * MINUTE, whole: 12 * HOUR }
/** A session's last use is written at most this often. */
const TOUCH_MS = MINUTE
const LISTED_MAX = 200

/**
 * Begins a session and returns its token, which is shown this once. Where it was a password that opened it, that is
 * still the account's: whoever changes it at the same moment ends this session too, or finds it not begun.
 */
export const startSession = async (
  { db, now }: Services,
  userId: string,
  userAgent: string,
  passwordHash?: string | null,
) => {
  const token = newSessionToken()
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, user_agent, created_at, used_at)
    select ${hashOf(token)}::bytea, id, ${userAgent}, ${now()}::timestamptz, ${now()}::timestamptz
    from users
    where id = ${userId}::uuid
    and (${passwordHash === undefined} or password_hash = ${passwordHash ?? null}::text)
    for share
    returning id`.execute(db)
  if (rows.length === 0) throw new Problem('badCredentials')
  return token
}

type Found = Caller & { createdAt: Date; usedAt: Date }

/** Finds who comes with a token; null if it is dead. Those who ask at the same moment are looked up together. */
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

/** So many are looked up in one statement: one of a few texts, so that it is prepared. */
const AT_ONCE = [1, 4, 16]
const MOST_AT_ONCE = Math.max(...AT_ONCE)

const sessions = builtOnce()

/** The sessions of these tokens, as far as there are any. */
const readSessions = async (db: Database, tokens: string[]): Promise<Map<string, Found>> => {
  const byHash = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]))
  const hashes = [...byHash.keys()]
  const parts = Array.from({ length: Math.ceil(hashes.length / MOST_AT_ONCE) }, (_, part) =>
    readFew(db, hashes.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE)),
  )
  const rows = (await Promise.all(parts)).flat()
  return new Map(rows.map(({ tokenHash, ...found }) => [byHash.get(tokenHash) ?? '', found]))
}

const readFew = async (db: Database, hashes: string[]) => {
  const size = AT_ONCE.find((most) => hashes.length <= most) ?? MOST_AT_ONCE
  // Where fewer are asked for than the text has room for, the first one is named again.
  const values = Array.from({ length: size }, (_, i) => Buffer.from(hashes[i] ?? hashes[0] ?? '', 'hex'))
  const { rows } = await sessions(
    db,
    { name: `sessions ${size}`, values },
    () => sql<Found & { tokenHash: string }>`${PREPARED}
      select
        encode(token_hash, 'hex') as token_hash,
        sessions.id as session_id, users.id, username, user_type, guest, sessions.created_at, used_at
      from sessions
      join users on users.id = user_id
      where token_hash in (${sql.join(values)})`,
  )
  return rows
}

const isAlive = (
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date },
  { userType, guest }: Pick<Caller, 'userType' | 'guest'>,
  now: Date,
) => {
  const life = guest ? GUEST_LIFE : userType === 'admin' ? ADMIN_LIFE : LIFE
  return now.getTime() - usedAt.getTime() <= life.idle && now.getTime() - createdAt.getTime() <= life.whole
}

/** Nobody waits for this write, and losing it costs nothing. */
const touch = ({ db, now, log }: Services, sessionId: string) => {
  sql`update sessions set used_at = greatest(used_at, ${now()}) where id = ${sessionId}`
    .execute(db)
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'session not touched'))
}

/** Where one is logged in, the latest first. */
export const listSessions = async ({ db, now }: Services, caller: Caller) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'createdAt', 'usedAt'])
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
      createdAt: session.createdAt.toISOString(),
      usedAt: session.usedAt.toISOString(),
      isCurrent: session.id === caller.sessionId,
    }))
}

/** Ends the session that asks; twice is as good as once. */
export const logOut = async ({ db }: Services, { sessionId }: Caller): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends a session of one's own. */
export const endSession = async ({ db }: Services, caller: Caller, sessionId: string): Promise<void> => {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', caller.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Problem('sessionNotFound')
}

export const endOtherSessions = async ({ db }: Services, caller: Caller): Promise<void> => {
  await db.deleteFrom('sessions').where('userId', '=', caller.id).where('id', '!=', caller.sessionId).execute()
}

/** Removes sessions that are past their life; those of guests stay, for they say when a guest was last here. */
export const removeDeadSessions = async ({ db, now }: Services): Promise<void> => {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  await sql`
    delete from sessions using users
    where users.id = user_id and not guest
    and (used_at < ${ago(LIFE.idle)} or sessions.created_at < ${ago(LIFE.whole)})`.execute(db)
  await db.deleteFrom('mailTokens').where('expiresAt', '<', now()).execute()
}

import { sql } from 'kysely'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { hashOf, isSessionToken, newSessionToken } from './tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LIFE = { idle: 14 * DAY, whole: 30 * DAY }
const ADMIN_LIFE = { idle: 60 * MINUTE, whole: 12 * HOUR }
/** A session's last use is written at most this often. */
const TOUCH_MS = MINUTE

/** Begins a session and returns its token, which is shown this once. */
export const startSession = async ({ db, now }: Services, userId: string, userAgent: string): Promise<string> => {
  const token = newSessionToken()
  await db
    .insertInto('sessions')
    .values({ userId, tokenHash: hashOf(token), userAgent, createdAt: now(), usedAt: now() })
    .execute()
  return token
}

/** Who comes with this token; null if it is dead. */
export const findSession = async (services: Services, token: string): Promise<Caller | null> => {
  if (!isSessionToken(token)) return null
  const { db, now } = services
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id', 'username', 'userType', 'guest', 'sessions.createdAt', 'usedAt'])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  if (!found) return null
  const { createdAt, usedAt, ...caller } = found
  const life = caller.userType === 'admin' ? ADMIN_LIFE : LIFE
  const idle = now().getTime() - usedAt.getTime()
  if (idle > life.idle || now().getTime() - createdAt.getTime() > life.whole) return null
  if (idle > TOUCH_MS) touch(services, caller.sessionId)
  return caller as Caller
}

/** Nobody waits for this write, and losing it costs nothing. */
const touch = ({ db, now, log }: Services, sessionId: string) => {
  sql`update sessions set used_at = greatest(used_at, ${now()}) where id = ${sessionId}`
    .execute(db)
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'session not touched'))
}

export const endSession = async ({ db }: Services, sessionId: string): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

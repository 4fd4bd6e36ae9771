import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { SECURITY_EVENT_DAYS, SECURITY_EVENTS_MAX, type SecurityEventKind } from '#contract/account-security.ts'
import { nameDevice } from '#contract/shapes/name-device.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { shortenAddress } from '#server/accounts/email/shorten-address.ts'

const DELAY_MS = 1000

/** Where a request came from. */
export interface RequestOrigin {
  address: string
  userAgent: string
}

interface NewEvent {
  userId: string
  kind: SecurityEventKind
  /** Omitted for what somebody else did, such as an administrator. */
  from?: RequestOrigin | undefined
}

/** Records an event for the owner of an account, in the transaction of its cause. */
export const recordSecurityEvent = async (trx: Database, { userId, kind, from }: NewEvent): Promise<void> => {
  await trx
    .insertInto('securityEvents')
    .values({ userId, kind, ...placeOf(from) })
    .execute()
}

/**
 * Counts an event that may happen often, such as a wrong password: an account has one for each day, with the latest
 * place. It is written a second later, so that the time of no response reveals whether there is an account.
 */
export const countSecurityEvent = ({ db, now, log }: Services, { userId, kind, from }: NewEvent): void => {
  const at = now()
  const { device, network } = placeOf(from)
  const write = () =>
    sql`
      insert into security_events as event (user_id, kind, at, device, network, period)
      select id, ${kind}, ${at}::timestamptz, ${device}, ${network}, date_trunc('day', ${at}::timestamptz, 'UTC')
      from users
      where id = ${userId}::uuid
      on conflict (user_id, kind, period) where period is not null do update
      set count = event.count + 1, at = excluded.at, device = excluded.device, network = excluded.network`
      .execute(db)
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'security event not written'))
  setTimeout(() => void write(), DELAY_MS).unref()
}

const placeOf = (from: RequestOrigin | undefined) => ({
  device: from ? nameDevice(from.userAgent) : '',
  network: from ? shortenAddress(from.address) : '',
})

/** The events of the account of a caller, the latest first. */
export const listSecurityEvents = async ({ db }: Services, userId: string) => {
  const rows = await db
    .selectFrom('securityEvents')
    .select(['id', 'kind', 'at', 'device', 'network', 'count'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SECURITY_EVENTS_MAX)
    .execute()
  return rows.map(({ id, kind, at, ...event }) => ({
    _id: id,
    kind: kind as SecurityEventKind,
    at: at.toISOString(),
    ...event,
  }))
}

export const deleteOldSecurityEvents = async ({ db, now }: Services): Promise<void> => {
  const oldest = daysBefore(now(), SECURITY_EVENT_DAYS)
  await db.deleteFrom('securityEvents').where('at', '<', oldest).execute()
}

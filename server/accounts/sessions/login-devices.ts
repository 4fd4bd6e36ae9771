import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { SECURITY_EVENT_DAYS } from '#contract/account-security.ts'
import { nameDevice } from '#contract/shapes/name-device.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { RequestOrigin } from './security-events.ts'
import { hashOf } from './tokens.ts'

/** Where a login came from: `device` is the random number that browsers send with it. */
export interface LoginOrigin extends RequestOrigin {
  device?: string | undefined
}

const DEVICES_MAX = 50
const DEVICE_DAYS = 365

/**
 * Whether somebody has logged in to the account with this device before, or never with any; it is remembered. A program
 * that sends no number is recognised by its name and its network.
 */
export const recogniseDevice = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  { address, userAgent, device = `${nameDevice(userAgent)} ${networkOf(address)}` }: LoginOrigin,
): Promise<'first' | 'known' | 'new'> => {
  const deviceHash = hashOf(`${userId} ${device}`)
  const { rows } = await sql<{ isInserted: boolean; hasOthers: boolean }>`
    insert into login_devices as known (user_id, device_hash, used_at)
    values (${userId}, ${deviceHash}, ${now()})
    on conflict (user_id, device_hash) do update set used_at = greatest(known.used_at, excluded.used_at)
    returning
      xmax = 0 as is_inserted,
      exists (select from login_devices where user_id = ${userId} and device_hash <> ${deviceHash}) as has_others
    `.execute(db)
  if (!rows[0]?.isInserted) return 'known'
  await sql`
    delete from login_devices where user_id = ${userId} and device_hash in (
      select device_hash from login_devices where user_id = ${userId} order by used_at desc offset ${DEVICES_MAX}
    )`.execute(db)
  return rows[0].hasOthers ? 'new' : 'first'
}

/**
 * Whether somebody has logged in to the account of this email, if there is one, with the device of this number: with the
 * present password, as a former one may have been known to others, and as long ago as its change would still be recorded.
 */
export const isKnownDevice = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  email: string,
  device: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from users join login_devices on user_id = users.id
    where email = ${email} and device_hash = sha256(convert_to(users.id || ' ' || ${device}::text, 'UTF8'))
      and used_at > ${daysBefore(now(), SECURITY_EVENT_DAYS)}
      and not exists (
        select from security_events
        where security_events.user_id = users.id and kind = 'password-changed' and at > used_at
      )`.execute(db)
  return rows.length > 0
}

/** Deletes devices that nobody has used for a year, but never the last one of an account: its next login is not its first. */
export const deleteOldDevices = async ({ db, now }: Services): Promise<void> => {
  await sql`
    delete from login_devices as old
    where used_at < ${daysBefore(now(), DEVICE_DAYS)}
    and exists (
      select from login_devices as later
      where later.user_id = old.user_id and (later.used_at, later.device_hash) > (old.used_at, old.device_hash)
    )`.execute(db)
}

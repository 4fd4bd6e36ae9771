import { sql } from 'kysely'
import { type Device, DEVICES_KEPT, type Position } from '#contract/reading.ts'
import type { Services } from '#server/platform/services.ts'
import { getPosition } from './position.ts'

interface PositionInput {
  userId: string
  bookId: string
  device: Device
  page: number
  step: number
  seen: number
}

/** Stores the page of a device and returns the reader's position on all devices. */
export const savePosition = async (services: Services, input: PositionInput): Promise<Position> => {
  const isNew = await storePosition(services, input)
  if (isNew) await deleteOldestDevices(services, input)
  return getPosition(services, { ...input, deviceId: input.device.id })
}

/**
 * One statement, exact under concurrent writes. The device's position takes every newer step. The shared position follows
 * if this device set it last, has seen the version that another device set, or is further in the book.
 */
const storePosition = async (
  { db, now }: Services,
  { userId, bookId, device, page, step, seen }: PositionInput,
): Promise<boolean> => {
  const { rows } = await sql<{ isNew: boolean }>`
    with stored as (
      insert into device_positions as existing (user_id, book_id, device_id, device_name, page, furthest, step, read_at)
      select
        ${userId}::uuid, id, ${device.id}::uuid, ${device.name}, least(${page}::int, page_count),
        least(${page}::int, page_count), ${step}::bigint, ${now()}::timestamptz
      from books, (select from users where id = ${userId}::uuid) as reader
      where id = ${bookId}::uuid and not is_hidden
      for key share
      on conflict (user_id, book_id, device_id) do update
      set
        device_name = excluded.device_name,
        page = excluded.page,
        furthest = greatest(existing.furthest, excluded.page),
        step = excluded.step,
        read_at = excluded.read_at
      where existing.step < excluded.step
      returning new.*, old.step is null as is_new
    ), shared as (
      insert into reading_positions as position (user_id, book_id, version, page, device_id, read_at)
      select user_id, book_id, 1, page, device_id, read_at
      from stored
      on conflict (user_id, book_id) do update
      set
        version = position.version + 1,
        page = excluded.page,
        device_id = excluded.device_id,
        read_at = excluded.read_at
      where position.device_id = excluded.device_id or position.version <= ${seen}::bigint or position.page < excluded.page
    )
    select is_new from stored`.execute(db)
  return rows[0]?.isNew ?? false
}

/** Each private window is a new device, so the number of devices is limited. */
const deleteOldestDevices = ({ db }: Services, { userId, bookId }: PositionInput) =>
  sql`
    delete from device_positions
    where user_id = ${userId} and book_id = ${bookId} and device_id in (
      select device_id
      from device_positions
      where user_id = ${userId} and book_id = ${bookId} and device_id <> (
        select device_id from reading_positions where user_id = ${userId} and book_id = ${bookId}
      )
      order by read_at desc
      offset ${DEVICES_KEPT - 1}
    )`.execute(db)

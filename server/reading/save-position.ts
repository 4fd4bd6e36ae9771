import { sql } from 'kysely'
import { type Device, DEVICES_KEPT, type Position } from '#contract/reading.ts'
import type { Services } from '#server/platform/services.ts'
import { positionIn } from './position.ts'

interface Step {
  userId: string
  bookId: string
  device: Device
  page: number
  step: number
  seen: number
}

/** Keeps the page that a device has come to, and answers where the reader stands on all of them. */
export const savePosition = async (services: Services, step: Step): Promise<Position> => {
  const isNew = await take(services, step)
  if (isNew) await forgetOldest(services, step)
  return positionIn(services, { ...step, deviceId: step.device.id })
}

/**
 * One statement, exact however many devices write at once. The device's own place takes every newer step. Where the
 * book lies open changes with it if this device opened it there, or has seen where another did, or goes further.
 */
const take = async ({ db, now }: Services, { userId, bookId, device, page, step, seen }: Step): Promise<boolean> => {
  const { rows } = await sql<{ isNew: boolean }>`
    with placed as (
      insert into reading_places as kept (user_id, book_id, device_id, device_name, page, furthest, step, read_at)
      select
        ${userId}::uuid, id, ${device.id}::uuid, ${device.name}, least(${page}::int, page_count),
        least(${page}::int, page_count), ${step}::bigint, ${now()}::timestamptz
      from books, (select from users where id = ${userId}::uuid) as reader
      where id = ${bookId}::uuid
      for key share
      on conflict (user_id, book_id, device_id) do update
      set
        device_name = excluded.device_name,
        page = excluded.page,
        furthest = greatest(kept.furthest, excluded.page),
        step = excluded.step,
        read_at = excluded.read_at
      where kept.step < excluded.step
      returning new.*, old.step is null as is_new
    ), opened as (
      insert into readings as open (user_id, book_id, version, page, device_id, read_at)
      select user_id, book_id, 1, page, device_id, read_at
      from placed
      on conflict (user_id, book_id) do update
      set
        version = open.version + 1,
        page = excluded.page,
        device_id = excluded.device_id,
        read_at = excluded.read_at
      where open.device_id = excluded.device_id or open.version <= ${seen}::bigint or open.page < excluded.page
    )
    select is_new from placed`.execute(db)
  return rows[0]?.isNew ?? false
}

/** Private windows are new devices each time: their places don't pile up. */
const forgetOldest = ({ db }: Services, { userId, bookId }: Step) =>
  sql`
    delete from reading_places
    where user_id = ${userId} and book_id = ${bookId} and device_id in (
      select device_id
      from reading_places
      where user_id = ${userId} and book_id = ${bookId} and device_id <> (
        select device_id from readings where user_id = ${userId} and book_id = ${bookId}
      )
      order by read_at desc
      offset ${DEVICES_KEPT - 1}
    )`.execute(db)

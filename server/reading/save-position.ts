import { sql } from 'kysely'
import { type Device, DEVICES_KEPT, type Position } from '#contract/reading.ts'
import { countsAsReader } from '#server/books/counts-as-reader.ts'
import { currentVersion } from '#server/books/current-version.ts'
import type { Services } from '#server/platform/services.ts'
import { CARRY_JOB } from './carry-positions.ts'
import { END_SHARE } from './end-share.ts'
import { getPosition } from './position.ts'

interface PositionInput {
  userId: string
  bookId: string
  device: Device
  page: number
  cfi?: string | undefined
  step: number
  seen: number
  /** That of the file that the page is of; the current one by default. */
  fileVersion?: number | undefined
}

/** Stores the page of a device and returns the reader's position on all devices. */
export const savePosition = async (services: Services, input: PositionInput): Promise<Position> => {
  const stored = await storePosition(services, input)
  if (stored?.isNew) await deleteOldestDevices(services, input)
  if (stored?.isEarlier) await carryLater(services, input.bookId, stored.fileVersion)
  return getPosition(services, { ...input, deviceId: input.device.id })
}

/**
 * One statement, exact under concurrent writes. The device's position takes every newer step. The shared position follows
 * if this device set it last, has seen the version that another device set, or is further in the book. A first position is a
 * new reader of the book; whose furthest page on any device comes to the end for the first time has read it to the end.
 */
const storePosition = async (
  { db, now }: Services,
  { userId, bookId, device, page, cfi, step, seen, fileVersion }: PositionInput,
): Promise<Stored | undefined> => {
  const { rows } = await sql<Stored>`
    with stored as (
      insert into device_positions as existing (
        user_id, book_id, device_id, device_name, page, cfi, furthest, step, read_at, file_version
      )
      select
        ${userId}::uuid, id, ${device.id}::uuid, ${device.name}, place.page, ${cfi ?? null}::text, place.page,
        ${step}::bigint, ${now()}::timestamptz, least(${fileVersion ?? null}::int, ${currentVersion})
      from
        books
        left join book_versions as opened on opened.book_id = id and opened.number = ${fileVersion ?? null}::int
        cross join lateral (
          select least(${page}::int, coalesce(opened.page_count, books.page_count)) as page
        ) as place,
        (select from users where id = ${userId}::uuid) as reader
      where id = ${bookId}::uuid and not is_hidden
      for key share of books, reader
      on conflict (user_id, book_id, device_id) do update
      set
        device_name = excluded.device_name,
        page = excluded.page,
        cfi = excluded.cfi,
        quote = null,
        furthest = greatest(existing.furthest, excluded.page),
        step = excluded.step,
        read_at = excluded.read_at,
        file_version = excluded.file_version
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
      returning user_id, book_id, new.page, old.page as before
    ), counted as (
      insert into book_days as existing (book_id, day, readers, finished)
      select shared.book_id, ${now()}::date, is_first::int, is_end::int
      from
        shared
        join books on books.id = shared.book_id
        left join book_versions as file
          on file.book_id = shared.book_id and file.number = (select file_version from stored)
        cross join lateral (select ceil(${END_SHARE}::numeric * coalesce(file.page_count, books.page_count)) as page) as ending
        cross join lateral (
          select
            before is null as is_first,
            shared.page >= ending.page and coalesce(before, 0) < ending.page and not exists (
              select from device_positions as earlier
              where earlier.user_id = shared.user_id and earlier.book_id = shared.book_id and furthest >= ending.page
            ) as is_end
        ) as reached
      where (is_first or is_end) and ${countsAsReader(userId)}
      on conflict (book_id, day) do update
      set readers = existing.readers + excluded.readers, finished = existing.finished + excluded.finished
    )
    select is_new, file_version, file_version < ${currentVersion} as is_earlier
    from stored join books on books.id = book_id`.execute(db)
  return rows[0]
}

interface Stored {
  isNew: boolean
  fileVersion: number
  /** The page is of an earlier file. */
  isEarlier: boolean
}

/**
 * Lets the position be carried over to the current file. In a statement of its own: the job locks this row before positions.
 */
const carryLater = async ({ db, jobs }: Services, bookId: string, version: number) => {
  await db
    .updateTable('replacedFiles')
    .set({ isCarried: false })
    .where('bookId', '=', bookId)
    .where('version', '=', version)
    .execute()
  jobs.runSoon(CARRY_JOB)
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

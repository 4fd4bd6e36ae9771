import { sql } from 'kysely'
import { type Device, DEVICES_KEPT, type Position, type SentTurns } from '#contract/reading.ts'
import { countsAsReader } from '#server/books/counts-as-reader.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { preparedStatement } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { carryPositionsAgain } from './replaced-files.ts'
import { CARRY_JOB } from './carry-positions.ts'
import { END_SHARE } from './end-share.ts'
import { versionOfPlace } from './keep-positions.ts'
import { getPosition } from './position.ts'
import { followsDevice, type PlaceValues, saveTurnedPage } from './save-turned-page.ts'
import { historyOf, keepTurned, turnedPages, turnsOf } from './turned-pages.ts'

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
  /** What the device has shown since its last call, for the reader's history. */
  read?: SentTurns | undefined
}

/** Stores the page of a device and returns the reader's position on all devices. */
export const savePosition = async (services: Services, input: PositionInput): Promise<Position> => {
  const values = valuesOf(input, services.now())
  const turned = await saveTurnedPage(services, values)
  if (turned === 'not the common case') await storePosition(services, values)
  else if (turned !== 'stored') return turned
  return getPosition(services, { ...input, deviceId: input.device.id })
}

const valuesOf = (
  { userId, bookId, device, page, cfi, step, seen, fileVersion, read }: PositionInput,
  now: Date,
): PlaceValues => {
  const { steps, pages, times, days } = turnsOf(read, step, now)
  return {
    userId,
    bookId,
    deviceId: device.id,
    deviceName: device.name,
    page,
    cfi: cfi ?? null,
    fileVersion: fileVersion ?? null,
    step,
    seen,
    now,
    steps,
    pages,
    times,
    days,
    lastTurn: times.at(-1) ?? null,
  }
}

const storePosition = async (services: Services, values: PlaceValues) => {
  const [stored] = await store(services.db, values)
  if (stored?.isNew) await deleteOldestDevices(services, values)
  if (stored?.isEarlier) await carryLater(services, values.bookId, stored.fileVersion)
}

/**
 * One statement, exact under concurrent writes. The device's position takes every newer step. The shared position follows
 * if this device set it last, has seen the version that another device set, or is further in the book. It gets a page of the
 * current file: of a page of an earlier one, that at the same share. A first position is a new reader of the book; whose
 * furthest page on any device comes to the end for the first time has read it to the end. Each device adds to the history by
 * itself what it has shown after its last step, so calls that are late or repeated change nothing.
 *
 * Prepared, because planning takes longer than saving.
 */
const store = preparedStatement<Stored, PlaceValues>(
  ({
    userId,
    bookId,
    deviceId,
    deviceName,
    page,
    cfi,
    fileVersion,
    step,
    seen,
    now,
    lastTurn,
    ...turns
  }) => sql<Stored>`
    with history as (${historyOf(userId)}
    ), stored as (
      insert into device_positions as existing (
        user_id, book_id, device_id, device_name, page, cfi, furthest, step, read_at, file_version,
        turned_at
      )
      select
        ${userId}::uuid, books.id, ${deviceId}::uuid, ${deviceName}::text, place.page, ${cfi}::text, place.page,
        ${step}::bigint, ${now}::timestamptz, ${versionOfPlace(fileVersion)},
        (select ${lastTurn}::timestamptz from history)
      from
        books
        left join book_versions as opened on opened.book_id = books.id and opened.number = ${fileVersion}::int
        cross join lateral (
          select least(${page}::int, coalesce(opened.page_count, books.page_count)) as page
        ) as place,
        users as reader
      where books.id = ${bookId}::uuid and reader.id = ${userId}::uuid and not is_hidden
      for key share of reader, books
      on conflict (user_id, book_id, device_id) do update
      set
        device_name = excluded.device_name,
        page = excluded.page,
        cfi = excluded.cfi,
        quote = null,
        furthest = greatest(existing.furthest, excluded.page),
        step = excluded.step,
        read_at = excluded.read_at,
        file_version = excluded.file_version,
        turned_at = excluded.turned_at
      where existing.step < excluded.step
      returning new.*, old.step is null as is_new, old.step as last_step, old.page as last_page, old.turned_at as last_turn
    ), shared as (
      insert into reading_positions as position (user_id, book_id, version, page, device_id, read_at)
      select user_id, stored.book_id, 1, same.page, device_id, read_at
      from
        stored
        join books on books.id = stored.book_id
        left join book_versions as earlier
          on earlier.book_id = books.id and earlier.number = file_version and earlier.number < ${currentVersion}
        cross join lateral (
          select case
            when earlier.number is null then stored.page
            else 1 + round((stored.page - 1)::numeric * (books.page_count - 1) / greatest(earlier.page_count - 1, 1))
          end as page
        ) as same
      on conflict (user_id, book_id) do update
      set
        version = position.version + 1,
        page = excluded.page,
        device_id = excluded.device_id,
        read_at = excluded.read_at
      where ${followsDevice({ deviceId: sql`excluded.device_id`, page: sql`excluded.page`, seen })}
      returning user_id, book_id, new.page, old.page as before
    ), reached as (
      select shared.book_id, is_first, is_end
      from
        shared
        join books on books.id = shared.book_id
        cross join lateral (select ceil(${END_SHARE}::numeric * books.page_count) as page) as ending
        cross join lateral (
          select
            before is null as is_first,
            shared.page >= ending.page and coalesce(before, 0) < ending.page and not exists (
              select
              from
                device_positions as earlier
                left join book_versions as file on file.book_id = earlier.book_id and file.number = file_version
              where
                earlier.user_id = shared.user_id and earlier.book_id = shared.book_id
                and furthest >= ceil(${END_SHARE}::numeric * coalesce(file.page_count, books.page_count))
            ) as is_end
        ) as come
    ), counted as (
      insert into book_days as existing (book_id, day, readers, finished)
      select book_id, ${now}::date, is_first::int, is_end::int
      from reached join books on books.id = book_id
      where (is_first or is_end) and ${countsAsReader(userId)}
      on conflict (book_id, day) do update
      set readers = existing.readers + excluded.readers, finished = existing.finished + excluded.finished
    ), turned as (${turnedPages(turns, sql`coalesce((select is_end from reached), false)`)}
    ), kept as (${keepTurned}
    )
    select is_new, stored.file_version, stored.file_version < ${currentVersion} as is_earlier
    from stored join books on books.id = book_id`,
)

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
  await carryPositionsAgain(db, bookId, version)
  jobs.runSoon(CARRY_JOB)
}

/** Each private window is a new device, so the number of devices is limited. */
const deleteOldestDevices = ({ db }: Services, { userId, bookId }: PlaceValues) =>
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

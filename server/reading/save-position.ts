import { sql } from 'kysely'
import { type Device, DEVICES_KEPT, type Position, type SentTurns } from '#contract/reading.ts'
import { countsAsReader } from '#server/books/counts-as-reader.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { CARRY_JOB } from './carry-positions.ts'
import { END_SHARE } from './end-share.ts'
import { versionOfPlace } from './keep-positions.ts'
import { getPosition } from './position.ts'
import { pagesBetween, secondsBetween, turnsOf } from './turned-pages.ts'

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
  const stored = await storePosition(services, input)
  if (stored?.isNew) await deleteOldestDevices(services, input)
  if (stored?.isEarlier) await carryLater(services, input.bookId, stored.fileVersion)
  return getPosition(services, { ...input, deviceId: input.device.id })
}

/**
 * One statement, exact under concurrent writes. The device's position takes every newer step. The shared position follows
 * if this device set it last, has seen the version that another device set, or is further in the book. It gets a page of the
 * current file: of a page of an earlier one, that at the same share. A first position is a new reader of the book; whose
 * furthest page on any device comes to the end for the first time has read it to the end. Each device adds to the history by
 * itself what it has shown after its last step, so calls that are late or repeated change nothing.
 */
const storePosition = async (
  { db, now }: Services,
  { userId, bookId, device, page, cfi, step, seen, fileVersion, read }: PositionInput,
): Promise<Stored | undefined> => {
  const { steps, pages, times, days } = turnsOf(read, step, now())
  const rows = await store(
    db,
    ...([userId, bookId, device.id, device.name, page, cfi ?? null, fileVersion ?? null] as const),
    ...([step, seen, now(), steps, pages, times, days, times.at(-1) ?? null] as const),
  )
  return rows[0]
}

type StoredValues = [
  ...[userId: string, bookId: string, deviceId: string, deviceName: string],
  ...[page: number, cfi: string | null, fileVersion: number | null, step: number, seen: number, now: Date],
  ...[steps: number[], pages: number[], times: Date[], days: string[], lastTurn: Date | null],
]

/** Prepared, because planning takes longer than saving. */
const store = preparedQuery<Stored, StoredValues>(
  (
    ...[
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
      steps,
      pages,
      times,
      days,
      lastTurn,
    ]
  ) => sql<Stored>`
    with history as (
      select since
      from users left join reading_histories on user_id = id
      where id = ${userId}::uuid and not guest and is_kept is not false
    ), stored as (
      insert into device_positions as existing (
        user_id, book_id, device_id, device_name, page, cfi, furthest, step, read_at, file_version,
        turned_at
      )
      select
        ${userId}::uuid, id, ${deviceId}::uuid, ${deviceName}::text, place.page, ${cfi}::text, place.page,
        ${step}::bigint, ${now}::timestamptz, ${versionOfPlace(fileVersion)},
        (select ${lastTurn}::timestamptz from history)
      from
        books
        left join book_versions as opened on opened.book_id = id and opened.number = ${fileVersion}::int
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
      where position.device_id = excluded.device_id or position.version <= ${seen}::bigint or position.page < excluded.page
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
    ), turned as (
      select
        day,
        ${secondsBetween(sql`lag(at, 1, case when last_turn > coalesce(since, '-infinity') then last_turn end) over by_step`, sql`at`)} as seconds,
        ${pagesBetween(sql`lag(turn.page, 1, last_page) over by_step`, sql`turn.page`)} as pages,
        at = max(at) over () and coalesce((select is_end from reached), false) as is_finished
      from stored, history, unnest(
        ${steps}::bigint[], ${pages}::int[], ${times}::timestamptz[], ${days}::date[]
      ) as turn (step, page, at, day)
      where turn.step > coalesce(last_step, 0) and at > coalesce(since, '-infinity')
      window by_step as (order by turn.step)
    ), kept as (
      insert into reading_days as existing (user_id, day, book_id, seconds, pages, is_finished)
      select user_id, day, book_id, sum(seconds), sum(turned.pages), bool_or(is_finished)
      from turned, stored
      group by user_id, day, book_id
      having sum(seconds) > 0 or sum(turned.pages) > 0 or bool_or(is_finished)
      on conflict (user_id, day, book_id) do update
      set
        seconds = existing.seconds + excluded.seconds,
        pages = existing.pages + excluded.pages,
        is_finished = existing.is_finished or excluded.is_finished
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

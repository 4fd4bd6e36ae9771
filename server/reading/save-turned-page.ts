import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#contract/reading.ts'
import { isShown } from '#server/books/is-shown.ts'
import { preparedStatement } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { END_SHARE } from './end-share.ts'
import { positionOf, type StoredPlace, toDevicePlace } from './position.ts'
import { historyOf, keepTurned, turnedPages, type Turns } from './turned-pages.ts'

/** The place of a device, and what it has shown since its last call. */
export interface PlaceValues extends Turns {
  userId: string
  bookId: string
  deviceId: string
  deviceName: string
  page: number
  cfi: string | null
  fileVersion: number | null
  step: number
  seen: number
  now: Date
  /** When the last page was turned. */
  lastTurn: Date | null
}

/** The condition that the shared place, a row `position`, follows that of a device. */
export const followsDevice = ({ deviceId, page, seen }: Record<'deviceId' | 'page' | 'seen', unknown>) =>
  sql`(position.device_id = ${deviceId} or position.version <= ${seen}::bigint or position.page < ${page})`

/**
 * The common case of saving a place, in one short statement that also reads the answer: a device with a place in the
 * book turns a page before the end, and the book's file was never replaced. There is no new reader to count, no end and no page of an
 * earlier file. The statement itself finds out whether it is that case, and stores nothing otherwise. Resolves to the
 * position only where it is known without another query: the shared place has followed.
 */
export const saveTurnedPage = async (
  { db }: Services,
  values: PlaceValues,
): Promise<Position | 'stored' | 'not the common case'> => {
  const places = await (values.steps.length > 0 ? storeWithHistory : store)(db, values)
  const [first] = places
  if (!first) return 'not the common case'
  if (first.version === null) return 'stored'
  const { deviceId } = values
  return positionOf(places.map(toDevicePlace), { version: first.version, lastDevice: deviceId, deviceId })
}

type Row = StoredPlace & { version: number | null }

const turnPage = (
  { userId, bookId, deviceId, deviceName, page, cfi, step, seen, now }: PlaceValues,
  { lastTurn, history }: { lastTurn: RawBuilder<unknown>; history: RawBuilder<unknown> },
) => sql<Row>`
  with place as (
    select
    from books, users
    where
      books.id = ${bookId}::uuid and users.id = ${userId}::uuid and ${isShown}
      and ${page}::int < ceil(${sql.lit(END_SHARE)} * page_count)
      and not exists (select from book_versions where book_versions.book_id = books.id)
    for key share of users, books
  ), stored as (
    update device_positions as own
    set
      device_name = ${deviceName}::text,
      page = ${page}::int,
      cfi = ${cfi}::text,
      quote = null,
      furthest = greatest(own.furthest, ${page}::int),
      step = ${step}::bigint,
      read_at = ${now}::timestamptz,
      file_version = 1,
      turned_at = ${lastTurn}
    from place
    where
      own.user_id = ${userId}::uuid and own.book_id = ${bookId}::uuid and own.device_id = ${deviceId}::uuid
      and own.step < ${step}::bigint
    returning new.*, old.step as last_step, old.page as last_page, old.turned_at as last_turn
  ), shared as (
    update reading_positions as position
    set version = position.version + 1, page = stored.page, device_id = stored.device_id, read_at = stored.read_at
    from stored
    where
      position.user_id = stored.user_id and position.book_id = stored.book_id
      and ${followsDevice({ deviceId: sql`stored.device_id`, page: sql`stored.page`, seen })}
    returning position.version
  )${history}
  select version, device_id, device_name, page, cfi, quote, furthest, step, read_at
  from stored left join shared on true
  union all
  select version, device_id, device_name, other.page, cfi, quote, furthest, step, other.read_at
  from shared, device_positions as other
  where
    other.user_id = ${userId}::uuid and other.book_id = ${bookId}::uuid and other.device_id <> ${deviceId}::uuid
  order by read_at desc`

const store = preparedStatement<Row, PlaceValues>((values) => turnPage(values, { lastTurn: sql`null`, history: sql`` }))

const storeWithHistory = preparedStatement<Row, PlaceValues>((values) =>
  turnPage(values, {
    lastTurn: sql`(select ${values.lastTurn}::timestamptz from (${historyOf(values.userId)}) as history)`,
    history: sql`, history as (${historyOf(values.userId)}
    ), turned as (${turnedPages(values, sql`false`)}
    ), kept as (${keepTurned}
    )`,
  }),
)

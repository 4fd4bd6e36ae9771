import { Problem } from '#contract/api/problems.ts'
import type { Position } from '#contract/reading.ts'
import { isShown } from '#server/books/is-shown.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { pageAt, shareOf } from './same-share.ts'

interface PositionQuery {
  userId: string
  bookId: string
  deviceId: string | undefined
  /** That of the file that the reader has open, if it is known. */
  fileVersion?: number | undefined
}

/** A reader's position in a book: the shared one, that of this device and those of the others. */
export const getPosition = async (
  { db }: Services,
  { userId, bookId, deviceId, fileVersion }: PositionQuery,
): Promise<Position> => {
  const rows = await selectPositions(db, userId, bookId)
  const [first] = rows
  if (!first) throw new Problem('bookNotFound')
  const places = rows.map(toPlace).filter((place) => place !== undefined)
  return { ...positionOf(places, { ...first, deviceId }), ...newVersionFor(rows, fileVersion) }
}

interface Asked {
  version: number | null
  /** The device that set the shared position. */
  lastDevice: string | null
  /** The one that asks. */
  deviceId: string | undefined
}

/** What a device is told of the places of all devices, the latest of which comes first. */
export const positionOf = (places: DevicePlace[], { version, lastDevice, deviceId }: Asked): Position => {
  const at = places.find((place) => place.deviceId === lastDevice)
  return {
    version: version ?? 0,
    at: at ? { ...at, isOwn: at.deviceId === deviceId } : null,
    own: places.find((place) => place.deviceId === deviceId) ?? null,
    others: places.filter((place) => place.deviceId !== deviceId),
  }
}

/** Each saved position reads it: building the text and planning take longer than the rows. */
const selectPositions = preparedQuery((userId: string, bookId: string) => ({
  compile: (db) =>
    db
      .selectFrom('books')
      .leftJoin('readingPositions as position', (join) =>
        join.onRef('position.bookId', '=', 'books.id').on('position.userId', '=', userId),
      )
      .leftJoin('devicePositions as onDevice', (join) =>
        join.onRef('onDevice.bookId', '=', 'position.bookId').onRef('onDevice.userId', '=', 'position.userId'),
      )
      // A book that was never replaced has no row of versions.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('bookVersions')
            .select(['number', 'note', 'createdAt'])
            .whereRef('bookVersions.bookId', '=', 'books.id')
            .orderBy('number', 'desc')
            .limit(1)
            .as('current'),
        (join) => join.onTrue(),
      )
      .leftJoin('bookVersions as earlier', (join) =>
        join
          .onRef('earlier.bookId', '=', 'books.id')
          .onRef('earlier.number', '=', 'onDevice.fileVersion')
          .onRef('earlier.number', '<', 'current.number'),
      )
      .select(['position.version', 'position.deviceId as lastDevice', 'books.pageCount'])
      .select(['current.number', 'current.note', 'current.createdAt', 'earlier.pageCount as earlierCount'])
      .select([
        'onDevice.deviceId',
        'onDevice.deviceName',
        'onDevice.page',
        'onDevice.cfi',
        'onDevice.quote',
        'onDevice.furthest',
        'onDevice.step',
        'onDevice.readAt',
      ])
      .where('books.id', '=', bookId)
      .where(isShown)
      .orderBy('onDevice.readAt', 'desc')
      .compile(),
}))

interface Current {
  number: number | null
  note: string | null
  createdAt: Date | null
  readAt: Date | null
  /** The pages of the earlier file that the position is in. */
  earlierCount: number | null
}

/** The current version of the book, for a reader who has an earlier one open, or saved nothing since it is there. */
const newVersionFor = (rows: Current[], fileVersion: number | undefined) => {
  // The latest position comes first.
  const { number, note, createdAt, readAt } = rows[0] ?? {}
  if (!number || !createdAt) return {}
  const isNew = (fileVersion && fileVersion < number) || (readAt && readAt < createdAt)
  const isCarried = rows.every(({ earlierCount }) => earlierCount === null)
  return isNew ? { newVersion: { number, note: note ?? null, isCarried } } : {}
}

interface Row {
  deviceId: string | null
  deviceName: string | null
  page: number | null
  cfi: string | null
  quote: string | null
  furthest: number | null
  step: number | null
  readAt: Date | null
  pageCount: number
  /** The pages of the earlier file that the position is in. */
  earlierCount: number | null
}

/**
 * Undefined in the row of a reader who never opened the book. A position in an earlier file, which is not carried over yet, is
 * at the same share of the current one.
 */
const toPlace = ({ deviceId, deviceName, step, readAt, pageCount, earlierCount, ...row }: Row) => {
  const { page, cfi, quote, furthest } = row
  if (!deviceId || !deviceName || !page || !furthest || !step || !readAt) return undefined
  if (earlierCount) {
    const at = (earlier: number) => pageAt(shareOf(earlier, earlierCount), pageCount)
    return {
      deviceId,
      device: deviceName,
      page: at(page),
      furthest: at(furthest),
      step,
      readAt: readAt.toISOString(),
    }
  }
  return toDevicePlace({ deviceId, deviceName, page, cfi, quote, furthest, step, readAt })
}

/** A row of `device_positions`. */
export interface StoredPlace {
  deviceId: string
  deviceName: string
  page: number
  cfi: string | null
  quote: string | null
  furthest: number
  step: number
  readAt: Date
}

type DevicePlace = NonNullable<Position['own']> & { deviceId: string }

/** A place in the current file. */
export const toDevicePlace = (stored: StoredPlace): DevicePlace => ({
  deviceId: stored.deviceId,
  device: stored.deviceName,
  page: stored.page,
  cfi: stored.cfi ?? undefined,
  quote: stored.quote ?? undefined,
  furthest: stored.furthest,
  step: stored.step,
  readAt: stored.readAt.toISOString(),
})

import { Problem } from '#contract/problems.ts'
import type { Position } from '#contract/reading.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

interface PositionQuery {
  userId: string
  bookId: string
  deviceId: string | undefined
}

/** A reader's position in a book: the shared one, that of this device and those of the others. */
export const getPosition = async ({ db }: Services, { userId, bookId, deviceId }: PositionQuery): Promise<Position> => {
  const rows = await db
    .selectFrom('books')
    .leftJoin('readingPositions as position', (join) =>
      join.onRef('position.bookId', '=', 'books.id').on('position.userId', '=', userId),
    )
    .leftJoin('devicePositions as onDevice', (join) =>
      join.onRef('onDevice.bookId', '=', 'position.bookId').onRef('onDevice.userId', '=', 'position.userId'),
    )
    .select(['position.version', 'position.deviceId as lastDevice'])
    .select([
      'onDevice.deviceId',
      'onDevice.deviceName',
      'onDevice.page',
      'onDevice.furthest',
      'onDevice.step',
      'onDevice.readAt',
    ])
    .where('books.id', '=', bookId)
    .where(isShown)
    .orderBy('onDevice.readAt', 'desc')
    .execute()
  const [first] = rows
  if (!first) throw new Problem('bookNotFound')
  const places = rows.map(toPlace).filter((place) => place !== undefined)
  const at = places.find((place) => place.deviceId === first.lastDevice)
  return {
    version: first.version ?? 0,
    at: at ? { ...at, isOwn: at.deviceId === deviceId } : null,
    own: places.find((place) => place.deviceId === deviceId) ?? null,
    others: places.filter((place) => place.deviceId !== deviceId),
  }
}

interface Row {
  deviceId: string | null
  deviceName: string | null
  page: number | null
  furthest: number | null
  step: number | null
  readAt: Date | null
}

/** Undefined in the row of a reader who never opened the book. */
const toPlace = ({ deviceId, deviceName, page, furthest, step, readAt }: Row) => {
  if (!deviceId || !deviceName || !page || !furthest || !step || !readAt) return undefined
  return { deviceId, device: deviceName, page, furthest, step, readAt: readAt.toISOString() }
}

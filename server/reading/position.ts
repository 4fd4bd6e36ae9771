import { Problem } from '#contract/problems.ts'
import type { Position } from '#contract/reading.ts'
import type { Services } from '#server/platform/services.ts'

interface Asked {
  userId: string
  bookId: string
  deviceId: string | undefined
}

/** Where a reader stands in a book: on the device that asks, on the others, and where it lies open for all. */
export const positionIn = async ({ db }: Services, { userId, bookId, deviceId }: Asked): Promise<Position> => {
  const rows = await db
    .selectFrom('books')
    .leftJoin('readingPositions as open', (join) =>
      join.onRef('open.bookId', '=', 'books.id').on('open.userId', '=', userId),
    )
    .leftJoin('devicePositions as place', (join) =>
      join.onRef('place.bookId', '=', 'open.bookId').onRef('place.userId', '=', 'open.userId'),
    )
    .select(['open.version', 'open.deviceId as openOn'])
    .select(['place.deviceId', 'place.deviceName', 'place.page', 'place.furthest', 'place.step', 'place.readAt'])
    .where('books.id', '=', bookId)
    .orderBy('place.readAt', 'desc')
    .execute()
  const [first] = rows
  if (!first) throw new Problem('bookNotFound')
  const places = rows.map(placeOf).filter((place) => place !== undefined)
  const at = places.find((place) => place.deviceId === first.openOn)
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

/** A reader who never opened the book has a row without a place. */
const placeOf = ({ deviceId, deviceName, page, furthest, step, readAt }: Row) => {
  if (!deviceId || !deviceName || !page || !furthest || !step || !readAt) return undefined
  return { deviceId, device: deviceName, page, furthest, step, readAt: readAt.toISOString() }
}

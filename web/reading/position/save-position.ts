import { DAY_MS } from '#contract/values/durations.ts'
import { createApi } from '#contract/api/client.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { savePosition } from '#contract/calls/reading.ts'
import { TURN_DAYS, TURNS_MAX } from '#contract/values/reading.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { Position, SentTurns } from '#contract/reading.ts'
import { thisDevice } from '#web/session/device.ts'
import { placeIn } from '#web/reading/format/place-in.ts'
import {
  type StoredPosition,
  type StoredTurn,
  booksWithUnsentPosition,
  readStoredPosition,
  writeStoredPosition,
} from '#web/session/stored-positions.ts'
import { readToken } from '#web/session/token.ts'

/** The user and the book that a position belongs to. */
export interface PositionOwner {
  userId: string
  bookId: string
}

/** Uses keepalive requests, which complete even if the page is being closed. */
const keepaliveApi = createApi((url, init) => window.fetch(url, { ...init, keepalive: true }), readToken)

/** Stores a position in this browser, to be sent. Steps are timestamps, so that they increase even if storage was cleared. */
export const storePosition = (
  { userId, bookId }: PositionOwner,
  place: Place,
  { seen = 0, fileVersion }: { seen: number | undefined; fileVersion: number },
) => {
  const stored = readStoredPosition(userId, bookId)
  const now = Date.now()
  const step = Math.max(now, (stored?.step ?? 0) + 1)
  const turns = [...(stored?.turns ?? []), { step, page: place.page, at: now }].slice(-TURNS_MAX)
  writeStoredPosition(userId, bookId, {
    ...placeIn(place),
    step,
    seen: Math.max(seen, stored?.seen ?? 0),
    isUnsent: true,
    fileVersion,
    turns,
  })
}

/** Stores where a book was opened, without a new step. */
export const storeOpenedPosition = (
  { userId, bookId }: PositionOwner,
  { step, seen, fileVersion, ...place }: Omit<StoredPosition, 'isUnsent'>,
) => {
  const stored = readStoredPosition(userId, bookId)
  writeStoredPosition(userId, bookId, {
    ...placeIn(place),
    step,
    seen,
    isUnsent: stored?.isUnsent === true && stored.step === step,
    ...(fileVersion && { fileVersion }),
    ...(stored?.turns && { turns: stored.turns }),
  })
}

/** Sends the stored position. Undefined if it is sent already; throws if sending fails. */
export const sendPosition = async ({ userId, bookId }: PositionOwner): Promise<Position | undefined> => {
  const sent = readStoredPosition(userId, bookId)
  if (!sent?.isUnsent) return undefined
  const { step, seen, fileVersion, turns = [] } = sent
  const position = await keepaliveApi(savePosition, {
    params: { id: bookId },
    body: { device: thisDevice(), ...placeIn(sent), step, seen, fileVersion, ...readSince(turns) },
  })
  const stored = readStoredPosition(userId, bookId) ?? sent
  writeStoredPosition(userId, bookId, {
    ...stored,
    isUnsent: stored.step !== step,
    turns: stored.turns?.filter((turn) => turn.step > step) ?? [],
    seen: position.at?.isOwn ? Math.max(stored.seen, position.version) : stored.seen,
  })
  return position
}

/** What was shown since the last answer, as long ago as this device's clock says. Nothing that is too old to be sent. */
const readSince = (turns: readonly StoredTurn[]): { read?: SentTurns } => {
  const now = Date.now()
  const recent = turns
    .map(({ step, page, at }) => ({ step, page, msAgo: Math.max(0, now - at) }))
    .filter(({ msAgo }) => msAgo < TURN_DAYS * DAY_MS)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return recent.length > 0 && timeZone ? { read: { timeZone, turns: recent } } : {}
}

/** Sends the unsent positions of all books. A position that cannot be sent stays stored for the next attempt. */
export const sendUnsentPositions = async (userId: string) => {
  const send = async (bookId: string) => {
    try {
      await sendPosition({ userId, bookId })
    } catch (thrown) {
      if (isProblem(thrown, 'not_found')) writeStoredPosition(userId, bookId, undefined)
    }
  }
  await Promise.all(booksWithUnsentPosition(userId).map(send))
}

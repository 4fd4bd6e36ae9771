import { createApi } from '#contract/client.ts'
import { isProblem } from '#contract/problems.ts'
import { type Position, savePosition } from '#contract/reading.ts'
import { thisDevice } from '#web/session/device.ts'
import {
  type StoredPosition,
  readStoredPosition,
  booksWithUnsentPosition,
  writeStoredPosition,
} from '#web/session/stored-positions.ts'
import { readToken } from '#web/session/token.ts'

/** Whose place it is, and in which book. */
export interface Whose {
  userId: string
  bookId: string
}

/** Outlives the page it was sent from, which may be closing. */
const lasting = createApi((url, init) => window.fetch(url, { ...init, keepalive: true }), readToken)

/** Keeps a page in this browser, to be sent. The clock counts the steps, so that they go on rising if storage is lost. */
export const storePosition = ({ userId, bookId }: Whose, page: number, seen = 0) => {
  const kept = readStoredPosition(userId, bookId)
  writeStoredPosition(userId, bookId, {
    page,
    step: Math.max(Date.now(), (kept?.step ?? 0) + 1),
    seen: Math.max(seen, kept?.seen ?? 0),
    isUnsent: true,
  })
}

/** Notes without moving what was opened: the step it stands at, and what its reader has seen. */
export const storeOpenedPosition = (
  { userId, bookId }: Whose,
  { page, step, seen }: Omit<StoredPosition, 'isUnsent'>,
) => {
  const kept = readStoredPosition(userId, bookId)
  writeStoredPosition(userId, bookId, { page, step, seen, isUnsent: kept?.isUnsent === true && kept.step === step })
}

/** Sends what was kept and not sent yet; undefined where nothing was. Throws where it does not come through. */
export const sendPosition = async ({ userId, bookId }: Whose): Promise<Position | undefined> => {
  const sent = readStoredPosition(userId, bookId)
  if (!sent?.isUnsent) return undefined
  const { page, step, seen } = sent
  const position = await lasting(savePosition, {
    params: { id: bookId },
    body: { device: thisDevice(), page, step, seen },
  })
  const kept = readStoredPosition(userId, bookId) ?? sent
  writeStoredPosition(userId, bookId, {
    ...kept,
    isUnsent: kept.step !== step,
    seen: position.at?.isOwn ? Math.max(kept.seen, position.version) : kept.seen,
  })
  return position
}

/** Sends the places of all books that were read without a network; what fails stays for the next time. */
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

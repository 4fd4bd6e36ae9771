import { hasUnsentMarks } from '#web/session/unsent-marks.ts'
import { booksWithUnsentPosition } from '#web/session/stored-positions.ts'
import { booksWithUnsentShelf } from '#web/session/unsent-shelves.ts'

/** Whether this user read, marked or shelved something in this browser that the server does not have. */
export const hasUnsent = (userId: string) =>
  hasUnsentMarks(userId) || booksWithUnsentPosition(userId).length > 0 || booksWithUnsentShelf(userId).length > 0

/** Sends it. What can't be sent stays stored for the next attempt. */
export const sendUnsent = async (userId: string) => {
  const [{ sendUnsentMarks }, { sendUnsentPositions }, { sendUnsentShelves }] = await Promise.all([
    import('#web/marks/open-marks.ts'),
    import('#web/reading/position/save-position.ts'),
    import('#web/shelves/send-shelves.ts'),
  ])
  await Promise.all([sendUnsentMarks(userId), sendUnsentPositions(userId), sendUnsentShelves(userId)])
}

import { hasUnsentMarks } from '#web/session/unsent-marks.ts'
import { booksWithUnsentPosition } from '#web/session/stored-positions.ts'

/** Whether this user read or marked something in this browser that the server does not have. */
export const hasUnsent = (userId: string) => hasUnsentMarks(userId) || booksWithUnsentPosition(userId).length > 0

/** Sends it. What can't be sent stays stored for the next attempt. */
export const sendUnsent = async (userId: string) => {
  const [{ sendUnsentMarks }, { sendUnsentPositions }] = await Promise.all([
    import('#web/marks/open-marks.ts'),
    import('#web/reading/position/save-position.ts'),
  ])
  await Promise.all([sendUnsentMarks(userId), sendUnsentPositions(userId)])
}

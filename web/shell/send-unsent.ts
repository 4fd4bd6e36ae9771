import { hasUnsentShelves } from '#web/session/shelf-key.ts'
import { booksWithUnsentPosition } from '#web/session/stored-positions.ts'
import { hasUnsentMarks } from '#web/session/unsent-marks.ts'

/** Whether this user read, marked or shelved something in this browser that the server does not have. */
export const hasUnsent = (userId: string) =>
  hasUnsentMarks(userId) || hasUnsentShelves(userId) || booksWithUnsentPosition(userId).length > 0

/** To be loaded before it is needed: browsers do not repeat an import that failed without a network. */
export const loadSending = () => import('./send-all.ts')

/** Sends it. What can't be sent stays stored for the next attempt. Returns the calls that have other answers now. */
export const sendUnsent = async (userId: string) => (await loadSending()).sendAll(userId)

import { readStored, writeStored } from './browser-storage.ts'

const keyOf = (userId: string) => `unsent-marks:${userId}`

/** Whether this browser may have marks of this user that the server does not have: known without loading the code of marks. */
export const hasUnsentMarks = (userId: string): boolean => readStored('localStorage', keyOf(userId)) !== null

export const writeUnsentMarks = (userId: string, hasAny: boolean) =>
  writeStored('localStorage', keyOf(userId), hasAny ? 'yes' : null)

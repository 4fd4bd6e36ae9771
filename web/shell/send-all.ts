import { listReading } from '#contract/calls/reading.ts'
import { getShelved, listWanted, listShelf, listShelves } from '#contract/calls/shelves.ts'
import { sendUnsentMarks } from '#web/marks/open-marks.ts'
import { sendUnsentPositions } from '#web/reading/position/save-position.ts'
import { sendUnsentShelves } from '#web/shelves/send-shelves.ts'

/** Sends what was read, marked and shelved without a network. Returns the calls that have other answers now. */
export const sendAll = async (userId: string) => {
  await Promise.all([sendUnsentMarks(userId), sendUnsentPositions(userId), sendUnsentShelves(userId)])
  return [listReading, listShelves, listShelf, listWanted, getShelved]
}

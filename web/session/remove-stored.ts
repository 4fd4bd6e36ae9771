import { removeKeptEntries } from './kept-books.ts'
import { removeKeptFiles } from './kept-files.ts'
import { removeStoredAccount } from './stored-account.ts'
import { storedMarks } from './stored-marks.ts'
import { removeSentPositions } from './stored-positions.ts'
import { removeZooms } from './zoom.ts'

/** At logout: removes kept books with the pages to read them, the zoom of books, and the positions and marks that the server has. */
export const removeStored = async () => {
  removeStoredAccount()
  removeKeptEntries()
  removeZooms()
  removeSentPositions()
  await Promise.allSettled([removeKeptFiles(), removeSentMarks()])
}

const removeSentMarks = async () => (await storedMarks()).removeSent()

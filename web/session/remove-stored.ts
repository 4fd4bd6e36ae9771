import { removeKeptEntries } from './kept-books.ts'
import { removeKeptFiles } from './kept-files.ts'
import { removeStoredAccount } from './stored-account.ts'
import { storedMarks } from './stored-marks.ts'

/** At logout: removes kept books with the pages to read them, and the marks that the server has. */
export const removeStored = async () => {
  removeStoredAccount()
  removeKeptEntries()
  await Promise.allSettled([removeKeptFiles(), removeSentMarks()])
}

const removeSentMarks = async () => (await storedMarks()).removeSent()

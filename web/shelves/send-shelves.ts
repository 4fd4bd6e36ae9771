import { isProblem } from '#contract/api/api-error.ts'
import { shelveBook } from '#contract/calls/shelves.ts'
import type { Shelved } from '#contract/shelves.ts'
import { api } from '#web/api/api-client.ts'
import { readToken } from '#web/session/token.ts'
import {
  addUnsentShelf,
  booksWithUnsentShelf,
  readUnsentShelves,
  removeUnsentShelf,
  type ShelfChange,
  type UnsentShelf,
} from '#web/session/unsent-shelves.ts'

interface ShelvedBook {
  userId: string
  bookId: string
}

/** Puts a book on a shelf or takes it off. Undefined if the server can't be reached: the change is stored, and sent later. */
export const shelve = async (book: ShelvedBook, change: ShelfChange): Promise<Shelved | undefined> => {
  const stored = { ...change, at: new Date().toISOString() }
  addUnsentShelf(book.userId, book.bookId, stored)
  // By the clock of the server, unless it is sent later.
  return send(book, stored, change)
}

const send = async (
  { userId, bookId }: ShelvedBook,
  stored: UnsentShelf,
  body: ShelfChange,
): Promise<Shelved | undefined> => {
  try {
    const shelved = await api(shelveBook, { params: { id: bookId }, body })
    removeUnsentShelf(userId, bookId, stored)
    return shelved
  } catch (thrown) {
    if (!isFinal(thrown)) return undefined
    removeUnsentShelf(userId, bookId, stored)
    throw thrown
  }
}

/** The book is gone, or the shelf is full: sending it again would not help. */
const isFinal = (thrown: unknown) =>
  isProblem(thrown, 'not_found') || isProblem(thrown, 'conflict') || isProblem(thrown, 'validation')

/** Sends what was put on shelves without a network. What can't be sent stays stored for the next attempt. */
export const sendUnsentShelves = async (userId: string) => {
  const token = readToken()
  const sendBook = async (bookId: string) => {
    for (const stored of readUnsentShelves(userId, bookId)) {
      // Somebody else may have logged in while the last one waited.
      if (readToken() !== token) return
      await send({ userId, bookId }, stored, stored).catch(() => undefined)
    }
  }
  await Promise.all(booksWithUnsentShelf(userId).map(sendBook))
}

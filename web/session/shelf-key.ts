import { storedKeys } from './browser-storage.ts'

/** Where changes of a book's shelves are stored until they are sent; of all books of a user without its id. */
export const shelfKey = (userId: string, bookId = '') => `shelf:${userId}:${bookId}`

/** Whether this browser has some that the server does not have: known without loading the code of shelves. */
export const hasUnsentShelves = (userId: string): boolean => storedKeys('localStorage', shelfKey(userId)).length > 0

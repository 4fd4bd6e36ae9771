import { decimal, grouped } from './counts.ts'

const BYTES_PER_MEGABYTE = 1_000_000

const megabytes = (bytes: number) => {
  const amount = bytes / BYTES_PER_MEGABYTE
  return `${amount < 10 ? decimal(Math.max(amount, 0.1)) : grouped(Math.round(amount))} MB`
}

/** The messages of books that are kept for reading without a network. */
export const KEPT_BOOKS = {
  keep: 'Keep for reading offline',
  keeping: 'Keeping…',
  remove: 'Remove from this device',
  kept: 'The book is kept on this device. You can read it without a network.',
  removed: 'The book is no longer on this device.',
  keepFailed: 'The book could not be kept on this device. Please try again.',
  noRoom: 'There is not enough room on this device for this book.',
  newFile: 'The author has changed this book. You are reading the new file. It is kept on this device.',
  withdrawn: 'It is no longer kept on this device.',
  title: 'Kept on this device',
  text: 'These books open in this browser without a network. What you read and mark meanwhile is sent when there is one. Logging out removes them.',
  none: 'No book is kept on this device.',
  noneText: 'On the page of a book, choose “Keep for reading offline”.',
  unsupported:
    'This browser can’t keep books. It needs a secure connection (https) and a recent version of the browser.',
  library: 'Go to the library',
  read: (title: string) => `Read ${title}`,
  size: megabytes,
  total: (books: number, bytes: number) => `${books === 1 ? '1 book' : `${grouped(books)} books`}, ${megabytes(bytes)}`,
  room: (bytes: number) => `${megabytes(bytes)} is free for this site.`,
  cleared: 'The browser has removed the file. Open the book with a network, or keep it again.',
  keepAgain: (title: string) => `Keep ${title} again`,
  again: 'Keep again',
  removeOne: (title: string) => `Remove ${title} from this device`,
  removeShort: 'Remove',
  gone: (title: string) => `“${title}” is no longer in the library. It is no longer kept on this device either.`,
  mayBeCleared:
    'This browser may remove kept books by itself, when the disk is nearly full or, in Safari, after a week without a visit. Installing this site as an app makes that less likely.',
} as const

/** The question at logout. */
export const UNSENT = {
  title: 'Log out?',
  text: 'Some pages you read, marks you made or books you shelved have not reached the library yet. They stay in this browser and are sent when you log in here again. Books kept on this device are removed.',
  stay: 'Stay logged in',
  leave: 'Log out',
} as const

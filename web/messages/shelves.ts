import { grouped } from './counts.ts'

/** The messages of where a book stands for a reader. Every page with a book loads them. */
export const SHELVED = {
  want: 'Want to read',
  finished: 'Finished',
  done: {
    wanted: 'It is on ‘Want to read’.',
    notWanted: 'It is no longer on ‘Want to read’.',
    finished: 'It is among the books that you have finished.',
    notFinished: 'It is no longer among the books that you have finished.',
  },
  later: 'This is stored on this device, and sent when there is a network.',
} as const

/** The name of the button on a card. Loaded with it. */
export const wantToRead = (title: string) => `Want to read: ${title}`

/** The messages of a reader's own shelves. */
export const MY_BOOKS = {
  title: 'My books',
  pages: 'My pages',
  books: 'Books',
  notes: 'Notes',
  history: 'History',
  loading: 'Loading your books...',
  notFound: 'There is no such shelf.',
  notFoundText: 'Your shelves are on the page ‘My books’.',
  toBooks: 'Go to my books',
  shelves: { reading: 'Reading', want: 'Want to read', finished: 'Finished', rated: 'Rated' },
  kept: 'Kept on this device',
  lists: 'My lists',
  followed: 'Lists that I follow',
  empty: {
    reading: 'Open a book, and it appears here until you have read it.',
    want: 'Press ‘Want to read’ on a book, and it waits here.',
    finished: 'Press ‘Finished’ on the last page of a book, and its spine appears here.',
    rated: 'Give a book stars on its page, and it appears here with them.',
    kept: 'Press ‘Keep for reading offline’ on the page of a book, and it opens here without a network.',
    lists: 'A list holds books in your order: for yourself, for anyone with the link, or for everyone.',
  },
  none: 'No book here matches these words.',
  /** Where the number of the books is not known. */
  everything: 'All',
  everythingOf: (shelf: string) => `All: ${shelf}`,
  all: (books: number) => `All ${grouped(books)}`,
  allOf: (shelf: string, books: number) => `All ${grouped(books)}: ${shelf}`,
  count: (books: number) => (books === 1 ? '1 book' : `${grouped(books)} books`),
  inYear: (year: number, books: number) => `${year}: ${books === 1 ? '1 book' : `${grouped(books)} books`}`,
  noYear: 'All years',
  years: 'Years',
  spine: (title: string, author: string) => `${title} by ${author}`,
  spineWithStars: (title: string, author: string, stars: number) =>
    `${title} by ${author}, ${stars === 1 ? '1 star' : `${stars} stars`}`,
  timeLeft: (time: string) => `about ${time} left`,
  continue: 'Continue',
  continueWith: (title: string) => `Continue with ${title}`,
  stars: (stars: number) => (stars === 1 ? 'You gave 1 star' : `You gave ${stars} stars`),
  search: 'Search here',
  searchHint: 'Title or author',
  sort: 'Order',
  sorts: { place: 'By hand', date: 'Latest first', title: 'By title' },
  moveUp: (title: string) => `Move ${title} up`,
  moveDown: (title: string) => `Move ${title} down`,
  takeOff: (title: string) => `Take ${title} off`,
  moved: (title: string, place: number, books: number) =>
    `${title} is at place ${grouped(place)} of ${grouped(books)}.`,
  takenOff: (title: string) => `${title} is no longer here.`,
  notTakenOff: 'The book could not be taken off. Please try again.',
  keys: 'Alt with an arrow key also moves a book.',
  offline: 'The library cannot be reached. This is what is kept on this device.',
} as const

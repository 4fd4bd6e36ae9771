/** The shelves that every reader has. Reading is what has a position, rated what has stars. */
export const SHELVES = ['reading', 'want', 'finished', 'rated'] as const
export type ShelfName = (typeof SHELVES)[number]

/** By hand only where the reader can order the books. */
export const BOOK_ORDERS = ['place', 'date', 'title'] as const
export type BookOrder = (typeof BOOK_ORDERS)[number]

/** The maximum of books that a reader wants to read. */
export const WANTED_MAX = 5000
export const SHELF_PAGE = 24
/** The most books of a page that are asked about together. */
export const WANTED_ASKED_MAX = 100
/** So many books of each shelf are shown together. */
export const SHELF_FIRST = 6
/** So many finished books are shown as spines. */
export const SPINES = 60

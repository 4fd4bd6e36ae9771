/** The pages of a reader's own books, of one shelf and of a list, in one file: they have most of their parts in common. */
export { MyBooks as Component } from './my-books.tsx'
export { OneShelf } from './one-shelf.tsx'
export { ListOfBooks, listLoader } from './list-of-books.tsx'

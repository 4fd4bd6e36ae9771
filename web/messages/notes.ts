import type { MarkKind, MarkOrder } from '#contract/values/marks.ts'
import { grouped } from './counts.ts'

const KINDS: Record<MarkKind, string> = { highlight: 'Highlights', note: 'With a note', bookmark: 'Bookmarks' }
const ORDERS: Record<MarkOrder, string> = { date: 'Newest first', book: 'By book' }

/** The messages of the page of all one's marks. */
export const NOTES = {
  title: 'Your notes',
  lede: 'What you highlighted, noted and bookmarked, in all books. Only you see it.',
  loading: 'Loading your notes...',
  search: 'Search your notes and what they quote',
  kind: 'Kind',
  anyKind: 'Everything',
  kinds: KINDS,
  color: 'Color',
  anyColor: 'All colors',
  order: 'Order',
  orders: ORDERS,
  count: (count: number) => (count === 1 ? '1 mark' : `${grouped(count)} marks`),
  none: 'Nothing marked yet. Select some text in a book to highlight it, or choose “Bookmark this page” there.',
  toLibrary: 'Go to the library',
  noneFound: 'No marks match.',
  showAll: 'Show all marks',
  pages: 'Pages of your notes',
  hiddenBook: 'A book that cannot be shown',
  bookmark: 'Bookmark',
  page: (page: number) => `page ${page}`,
  note: 'Your note:',
  offline: 'You are offline. These are the marks in the books that are kept on this device.',
  exportAll: 'Export all',
  exporting: 'Collecting your marks…',
  exportFailed: 'Your marks could not be loaded. Please try again later.',
  nothingToExport: 'There is nothing to export yet.',
  fileName: 'All marks',
} as const

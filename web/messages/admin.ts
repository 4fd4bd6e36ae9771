import { grouped } from './counts.ts'

/** The messages that the administration pages share. */
export const ADMIN = {
  loading: 'Loading...',
  error: (message: string) => `Error: ${message}`,
  back: 'Back to Dashboard',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  edit: 'Edit',
  delete: 'Delete',
  deleting: 'Deleting...',
  editConflict:
    'Somebody else has changed this in the meantime. Your changes are still here; saving replaces the other change.',
  empty: 'empty',
  now: (value: string) => `Now: ${value}`,
  search: 'Search',
  clear: 'Clear the search',
  sortBy: 'Sort by',
  previous: 'Previous',
  next: 'Next',
  prev: 'Prev',
  pages: 'Pages',
  goTo: 'Go to page',
  go: 'Go',
  any: 'All',
  pageOf: (page: number, pages: number) => `Page ${grouped(page)} of ${grouped(pages)}`,
  showing: (from: number, to: number, total: number) =>
    `Showing ${grouped(from)} to ${grouped(to)} of ${grouped(total)} entries`,
  most: 'These are the first 1,000 matches. Add a word to narrow the search.',
  all: 'Show all',
} as const

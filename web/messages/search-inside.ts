import { grouped } from './counts.ts'

/** The messages of the search inside books. */
export const INSIDE = {
  loading: 'Searching inside the books…',
  found: (total: number, isMore: boolean) =>
    `${grouped(total)}${isMore ? ' or more' : ''} ${total === 1 && !isMore ? 'page' : 'pages'} found`,
  none: 'No page contains all of these words. Try fewer words, or leave out the quotes.',
  page: (page: number) => `Page ${page}`,
  pages: 'Pages of results',
} as const

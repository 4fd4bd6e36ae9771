import { englishCount } from '#web/language/english-count.ts'
import type { GoalKind } from '#contract/values/reading.ts'
import { grouped } from './counts.ts'

const pages = (count: number) => englishCount(count, 'page', 'pages')
const books = (count: number) => englishCount(count, 'book', 'books')

const GOAL_KINDS: Record<GoalKind | 'none', string> = {
  none: 'No goal',
  minutes: 'Minutes a day',
  books: 'Books a year',
}

/** The messages of one's own reading history. */
export const HISTORY = {
  title: 'Reading history',
  titleOf: (year: number) => `Reading history, ${year}`,
  lede: 'How you read, by day. Nobody else sees it.',
  loading: 'Loading your reading history...',
  years: 'Years',
  none: (year: number) => `Nothing read in ${year} yet.`,
  noneText: 'Pages that you turn in a book are counted here, also those you read without a network.',
  isOff: 'Your history is switched off, so nothing is added to it.',
  toLibrary: 'Go to the library',
  main: 'Overview',
  names: { days: 'Days with reading', time: 'Time', pages: 'Pages turned', finished: 'Books finished' },
  number: grouped,
  pages,
  mostIn: (month: string) => `Most of it was in ${month}.`,
  calendar: 'Days',
  calendarOf: (year: number) => `Time read on each day of ${year}`,
  month: 'Month',
  shades: 'The darker a day, the longer you read: the darkest are an hour or more.',
  asList: 'Show days as list',
  day: 'Day',
  byMonth: 'Months',
  byMonthOf: (year: number) => `Reading by month in ${year}`,
  finished: 'Finished',
  longest: 'Most time with',
  goneBook: 'A book that cannot be shown',
  goal: 'Your goal',
  today: (read: number, goal: number) => `${read} of ${goal} minutes today`,
  thisYear: (finished: number, goal: number) => `${finished} of ${books(goal)} this year`,
  settings: 'What is kept',
  settingsText:
    'If you switch it off, nothing is added from then on. What is there stays until you delete it. No mail and no message will ever ask you to read.',
  keep: 'Keep my reading history',
  goalText: 'Only shown on this page. There are no badges, and nothing happens if you miss it.',
  goalKind: 'Goal',
  goalKinds: GOAL_KINDS,
  amount: 'How many',
  badAmount: (max: number) => `A whole number from 1 to ${grouped(max)}`,
  save: 'Save the goal',
  saved: 'Saved',
  delete: 'Delete my history',
  deleteTitle: 'Delete your reading history?',
  deleteText:
    'All days of all years are deleted, here and on the server. This cannot be undone. Where you stopped in your books stays.',
  cancel: 'Cancel',
  deleted: 'Your reading history is deleted',
  how: 'How it is counted',
  counted: [
    'Time is what lies between two pages that you look at on one device: at most five minutes for a page, and nothing after a pause of half an hour.',
    'Pages are those that you turn forward, up to five at once. Anything further is a jump.',
    'A book is finished when you come to its last page, or past 97% of its pages, for the first time.',
    'Days are in your own time zone.',
  ],
} as const

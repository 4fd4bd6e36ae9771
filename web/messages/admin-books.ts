import { englishCount } from '#web/language/english-count.ts'
import { grouped } from './counts.ts'

/** The messages of the table of books, and of the forms that add and edit one. */

export const MANAGE_BOOKS = {
  title: 'Manage Books',
  add: 'Add New Book',
  import: 'Import a library',
  loading: 'Loading books...',
  failed: 'Error loading books',
  errorTitle: 'Error!',
  none: 'No books found',
  search: 'Search by title, author, publisher, description, id or address',
  searchHint: 'Title, publisher, id',
  sorts: {
    'best-match': 'Best match',
    new: 'Newest',
    title: 'Title',
    author: 'Author',
    publisher: 'Publisher',
    genre: 'Genre',
    views: 'Views',
    rating: 'Rating',
  },
  status: 'Status',
  statuses: { premium: 'Premium', free: 'Free', featured: 'Featured', hidden: 'Hidden' },
  hidden: 'Hidden',
  inModeration: 'See in Moderation',
  file: 'File',
  missingFile: 'Missing',
  columns: {
    selected: 'Selected',
    title: 'Title',
    author: 'Author',
    publisher: 'Publisher',
    genre: 'Genre',
    date: 'Date',
    views: 'Views',
    rating: 'Rating',
    status: 'Status',
    actions: 'Actions',
  },
  ratedBy: (average: string, ratings: string) => `${average} (${ratings})`,
  noRating: 'N/A',
  rated: (rating: string) => `rated ${rating}`,
  unrated: 'not rated',
  publishedBy: (name: string | undefined) =>
    name === undefined ? 'Published by a deleted account' : `Published by ${name}`,
  goesWithIt: (ratings: number, comments: number) =>
    ratings + comments === 0
      ? 'It has no ratings or comments.'
      : `Its ${englishCount(ratings, 'rating', 'ratings')} and ${englishCount(comments, 'comment', 'comments')} are deleted too.`,
  deleteMany: (count: number) =>
    `Are you sure you want to delete these ${grouped(count)} books? This action cannot be undone.`,
  toDelete: 'Books to delete',
  bulk: 'Selected books',
  selectPage: 'Select this page',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${grouped(count)} selected`,
  full: 'No more can be selected at once.',
  clearSelection: 'Clear the selection',
  bulkActions: {
    'make-premium': 'Make Premium',
    'remove-premium': 'Remove Premium',
    feature: 'Feature',
    unfeature: 'Remove from Featured',
  },
  setGenre: 'Set Genre',
  newGenre: 'Genre of the selected books',
  chooseGenre: 'Choose a genre',
  changed: {
    'make-premium': (count: number) =>
      count === 1 ? '1 book is premium now.' : `${grouped(count)} books are premium now.`,
    'remove-premium': (count: number) =>
      count === 1 ? '1 book is no longer premium.' : `${grouped(count)} books are no longer premium.`,
    feature: (count: number) => (count === 1 ? '1 book is featured now.' : `${grouped(count)} books are featured now.`),
    unfeature: (count: number) =>
      count === 1 ? '1 book is no longer featured.' : `${grouped(count)} books are no longer featured.`,
    'set-genre': (count: number) =>
      count === 1 ? '1 book has its new genre.' : `${grouped(count)} books have their new genre.`,
    delete: (count: number) => (count === 1 ? '1 book is deleted.' : `${grouped(count)} books are deleted.`),
  },
  notChanged: (count: number) => `${englishCount(count, 'book was', 'books were')} not changed`,
  premium: 'Premium',
  free: 'Free',
  featured: 'Featured',
  view: 'View Details',
  newTab: ' (opens in a new tab)',
  makePremium: 'Make Premium',
  removePremium: 'Remove Premium Status',
  feature: 'Feature this Book',
  unfeature: 'Remove from Featured',
  of: (action: string, title: string) => `${action}: ${title}`,
  deleted: 'Book deleted successfully',
  isPremium: (title: string) => `“${title}” is premium now.`,
  isFree: (title: string) => `“${title}” is no longer premium.`,
  isFeatured: (title: string) => `“${title}” is featured now.`,
  isPlain: (title: string) => `“${title}” is no longer featured.`,
} as const

export const BACK_TO_BOOKS = 'Back to Manage Books'
export const ADD_BOOK = 'Add New Book'

export const EDIT_BOOK = {
  title: 'Edit book',
  loading: 'Loading book details...',
  cover: 'Cover',
  place: 'Premium and featured',
  until: 'Premium until',
  untilHint: 'Leave empty for no end. The book leaves premium automatically at this time.',
  featured: 'Featured on the home page',
  facts: 'About this book',
  publisher: 'Published by',
  noPublisher: 'A deleted account',
  underPenName: '(the author is a pen name: only administrators see this account)',
  created: 'Published on',
  views: 'Views',
  rating: 'Rating',
  fileNow: 'File',
  failed: 'The book was not saved',
  unchanged: 'There are no changes to save.',
  saved: 'The book is saved.',
  see: 'See the book',
  log: 'Changes by administrators',
  delete: 'Delete this book',
  sending: {
    send: 'Save',
    sending: 'Saving…',
    cancelled: 'Cancelled. What you typed is still here.',
  },
} as const

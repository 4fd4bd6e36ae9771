/** The messages of the upload form. The server's messages are in the contract. */

export const counted = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)

export const CREATE = {
  title: 'Upload a book',
  description: 'Publish a book of your own: a PDF, a cover and a few words.',
  yours: 'The book must belong to you. It stays yours, with every right in it.',
  loading: 'Loading',
  authorsOnly: 'Authors Only Area',
  authorsOnlyText:
    'Authors publish here, free of charge. This is what the form looks like; to use it you need an author’s account.',
  explore: 'Explore the library',
  logIn: 'Login/Sign Up',
  sending: {
    send: 'Upload',
    sending: 'Uploading…',
    cancelled: 'Upload cancelled. Nothing was published, and your words are still here.',
  },
  cancel: 'Cancel',
  sent: 'Uploaded. The library is checking it…',
  percent: (percent: number) => `${percent}% uploaded`,
  progress: 'Uploading',
  done: 'Your book is in the library',
  another: 'Upload another',
  see: 'See the book',
} as const

export const EDIT = {
  title: 'Edit your book',
  lede: 'Ratings and comments stay, whatever you change.',
  loading: 'Loading book details...',
  sending: {
    send: 'Save',
    sending: 'Saving…',
    cancelled: 'Cancelled. The book is as it was, and what you typed is still here.',
  },
  saved: 'Your changes are in the library.',
  back: 'Back to your books',
  foreign: 'This book is not yours',
} as const

export const DELETE = {
  title: 'Confirm Delete',
  text: (title: string) => `Are you sure you want to delete "${title}"? This action cannot be undone.`,
  cancel: 'Cancel',
  go: 'Delete',
  going: 'Deleting...',
} as const

export const FILE_STEP = {
  title: 'The file',
  none: 'No file chosen yet',
  most: (megabytes: number) => `At most ${megabytes} MB. You can also drop it here.`,
  size: (megabytes: string, most: number) => `${megabytes} MB of at most ${most} MB`,
  kept: 'The current PDF',
  keptFacts: (pages: string, megabytes: string) => `${pages} · ${megabytes} MB`,
  choose: 'Choose a PDF',
  chooseAnother: 'Choose another PDF',
  pdfOnly: 'PDF only.',
  reading: 'Reading its title, author and pages…',
  read: 'Title, author and pages were read from it.',
  unreadable: 'We could not read this file. The library checks it again when you upload it.',
} as const

export const COVER_STEP = {
  title: 'The cover',
  kept: 'Current cover',
  series: 'Our series',
  firstPage: 'First page',
  noPage: 'Appears when you choose the file',
  keptPage: 'Taken from the file',
  own: 'Own image',
  choose: 'Choose an image',
  chooseAnother: 'Choose another image',
} as const

export const WORDS_STEP = {
  title: 'About the book',
  bookTitle: 'Title',
  author: 'Author',
  caption: 'Description',
  genre: 'Genre',
  noGenre: 'Choose a genre',
} as const

export const PREVIEW = {
  title: 'As readers will see it',
  untitled: 'Untitled',
  yourTitle: 'Your title',
  yourName: 'Your name',
  unrated: 'Not rated yet',
  rated: (average: string) => `Rated ${average}`,
} as const

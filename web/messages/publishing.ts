/** The messages of the upload form. The server's messages are in the contract. */

export const counted = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)

export const CREATE = {
  title: 'Upload a book',
  description: 'Publish a book of your own: a Word file, PDF or EPUB, a cover and a few words.',
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
  link: 'Its link, for anyone',
  code: 'The link as a code to scan',
  copy: 'Copy link',
  copied: 'The link is copied.',
  notCopied: 'Your browser does not allow copying. Select the link and copy it.',
  print: 'Print a card',
  newTab: '(opens in a new tab)',
  another: 'Upload another',
  see: 'See the book',
} as const

export const CARD = {
  title: (title: string) => `A card for ${title}`,
  loading: 'Loading book details...',
  lede: 'Print it for a wall, a table or a letter: the code opens the book.',
  print: 'Print',
  back: 'See the book',
  home: 'Go to the home page',
  read: (site: string) => `Free to read at ${site}`,
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
  discard: 'Discard changes',
  saved: 'Your changes are in the library.',
  savedUnseen: 'Your changes are saved.',
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
  most: (pdf: number) => `At most ${pdf} MB. You can also drop it here.`,
  mostOfEach: (pdf: number, epub: number) =>
    `At most ${pdf} MB, an EPUB at most ${epub} MB. You can also drop it here.`,
  size: (megabytes: string, most: number) => `${megabytes} MB of at most ${most} MB`,
  kept: { pdf: 'The current PDF', epub: 'The current EPUB' },
  keptFacts: (pages: string, megabytes: string) => `${pages} · ${megabytes} MB`,
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  formats:
    'PDF or EPUB. Word (.docx), LibreOffice (.odt), FictionBook (.fb2), MOBI, AZW3, Markdown and text are turned into an EPUB.',
  about: (pages: string) => `about ${pages}`,
  reading: 'Reading its title, author and pages…',
  wait: 'The file is still being read. Please wait a moment.',
  read: 'Title, author and pages were read from it.',
  unreadable: 'We could not read this file. The library checks it again when you upload it.',
  leftOut: (count: number) =>
    count === 1
      ? 'One thing in it is left out of what readers see'
      : `${count} things in it are left out of what readers see`,
  changed: (count: number) =>
    count === 1 ? 'One thing in it is changed or left out' : `${count} things in it are changed or left out`,
  useAsChapters: (count: number) =>
    count === 1
      ? 'This line looks like the title of a chapter: use it?'
      : `These ${count} look like chapter titles: use them?`,
  likeChapters: (count: number) => (count === 1 ? 'The line' : `The ${count} lines`),
  contents: (count: number) => `Contents of the book: ${count} ${count === 1 ? 'entry' : 'entries'}`,
  differences: (count: number) =>
    `${count} ${count === 1 ? 'place' : 'places'} where the words of your file and of the book differ`,
  after: (words: string) => (words === '' ? 'At the begin:' : `After “${words}”:`),
  inFile: 'Your file',
  inBook: 'The book',
  noWords: 'nothing',
  faults: {
    password: (name: string) => `${name} opens only with a password. Save it without one, and choose that file.`,
    damaged: (name: string) =>
      `${name} is damaged or cut off. Save or export it as PDF again, and choose the new file.`,
  },
} as const

/** What to do with a file that is no book. */
export const FILE_HELP = {
  empty: (name: string) => `${name} is empty.`,
  document: (name: string) => `${name} is a document of another kind. In Word: File, Save as, Word document (.docx).`,
  webPage: (name: string) => `${name} is a web page. Save its text as .docx, or print it to PDF.`,
  source: (name: string) =>
    `${name} is a source that another program makes a book of. Pandoc converts it to Word, Markdown or EPUB.`,
  pages: (name: string) => `${name} is a Pages document. In Pages: File, Export To, Word or EPUB.`,
  slides: (name: string) => `${name} is a presentation. Save or export it as PDF in the program that made it.`,
  ebook: (name: string) => `${name} is an ebook in another format. Calibre converts it: Convert books, EPUB.`,
  noDocument: (name: string) =>
    `${name} has the name of a document or an archive, but is not one. Open it in its program, and save it again.`,
  noEpub: (name: string) => `${name} has the name of an EPUB, but is not one. Export it as EPUB again.`,
  picture: (name: string) => `${name} is a picture. It can be the cover: see “Own image”.`,
  noPdf: (name: string) => `${name} has the name of a PDF, but is not one. Save or export it as PDF again.`,
  other: (name: string) => `${name} is neither a PDF nor an EPUB. Save or print it as PDF in the program that made it.`,
} as const

export const VERSIONS = {
  title: 'Versions',
  text: 'Earlier files of this book. Readers get the current one.',
  note: 'What changed',
  noteHint: 'One line for those who have begun the book. You can leave it out.',
  name: (number: number) => `Version ${number}`,
  current: 'Current',
  uploadedAs: (name: string) => `Uploaded as ${name}`,
  same: (number: number) => `The file of version ${number}`,
  facts: (day: string, pages: string, megabytes: string) => `${day} · ${pages} · ${megabytes} MB`,
  pagesMore: (pages: number) => (pages === 1 ? '1 page more' : `${pages} pages more`),
  pagesFewer: (pages: number) => (pages === 1 ? '1 page fewer' : `${pages} pages fewer`),
  larger: (megabytes: string) => `${megabytes} MB larger`,
  smaller: (megabytes: string) => `${megabytes} MB smaller`,
  than: (changes: string, number: number) => `${changes} than version ${number}`,
  restore: 'Go back to this version',
  restoreOf: (number: number) => `Go back to version ${number}`,
  restored: (number: number) => `The file of version ${number} is the current one again.`,
  remove: 'Remove',
  removeOf: (number: number) => `Remove version ${number}`,
  removed: (number: number) => `Version ${number} is removed.`,
  confirm: (number: number) => `Remove version ${number} and its file? This action cannot be undone.`,
  manuscript: (name: string) => `Download ${name}`,
  loading: 'Loading the versions…',
} as const

export const COVER_STEP = {
  title: 'The cover',
  kept: 'Current cover',
  series: 'Our series',
  ofSeries: (number: number) => `Our series ${number}`,
  shown: (first: number, last: number) => `Covers ${first} to ${last}`,
  another: 'Another six',
  before: 'The six before',
  firstPage: 'First page',
  noPage: 'Appears when you choose the file',
  keptPage: 'Taken from the file',
  ofFile: 'Cover in the file',
  own: 'Own image',
  choose: 'Choose an image',
  chooseAnother: 'Choose another image',
} as const

export const WORDS_STEP = {
  keepsWords:
    'The EPUB that was made from your manuscript keeps its title, author and language: to change them in it too, upload the manuscript again below, as a new version.',
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

/** The words of the home page. */

export const HOME = {
  title: 'Quillhouse, a free library that its authors run',
  description:
    'Read, rate and talk about free ebooks, and publish your own. Nothing is for sale here, and every writer keeps every right.',
  sentence: 'A free library that its authors run.',
  lede: 'Read, rate and talk about free ebooks. Nothing is for sale here, and every writer keeps every right.',
  explore: 'Explore',
  loading: 'Loading',
  trending: 'Being read this fortnight',
  loadingTrending: 'Loading trending books...',
  noTrending: 'No trending books yet.',
  topRated: 'Top Rated',
  loadingTopRated: 'Loading top rated books...',
  noTopRated: 'No rated books yet. The first stars you give decide what stands here.',
  newArrivals: 'New Arrivals',
  loadingNew: 'Loading new arrivals...',
  noNew: 'No new arrivals available at the moment',
  allBooks: 'All of the library',
  shelves: 'Twenty-five shelves, each in its own cloth',
  invite: 'You wrote it. Put it on the shelf yourself.',
  inviteText:
    'Send a PDF, choose a genre, and it stands in the library a minute later, in a cover of our series or your own. Zero fees, and you keep full rights.',
  upload: 'Upload Now',
  plainly: 'What you get, plainly',
  facts: [
    ['Free reading', 'Every book in the library is free to read, on this site and on paper.'],
    ['DRM-free books', 'What you download is yours to keep and to move.'],
    ['Zero fees', 'Publishing costs nothing, and nobody takes a share: there is nothing to share.'],
    ['Full rights', 'A book stays its author’s. We show it as long as its author wants it here.'],
  ],
  asked: 'Asked often',
  questions: [
    ['Are all ebooks free?', 'Yes. Quillhouse promotes ebooks but does not allow selling or buying.'],
    ['Who keeps the rights to my book?', 'You do. Copyright stays with the publisher, and publishing here gives us none of your rights.'],
    ['What can I upload?', 'A PDF of at most 10 MB that belongs to you, and a cover: an image of your own, the first page, or one of our series.'],
    ['Do I need an account?', 'Anyone can look at a book’s page. To open the library, to read, to rate and to comment you log in; it takes a minute.'],
  ],
  join: 'Your card is waiting.',
  signUp: 'Sign up free',
} as const

export const AUTHOR_HOME = {
  title: 'Your books',
  loading: 'Loading your books...',
  upload: 'Upload a book',
  none: 'No books uploaded yet',
  noneText: 'Your first one takes a PDF, a title, a few lines about it and a genre.',
  book: 'Book',
  views: 'Views',
  rating: 'Rating',
  comments: 'Comments',
  unrated: 'Not rated yet',
  more: (count: number) => `Show all ${count}`,
} as const

export const FIRST_STEPS = {
  title: 'The shelves are up. The books are yours to bring.',
  text: 'This library is new and has no book yet. Three ways to begin:',
  publish: 'Publish a book of your own',
  publishVisitor: 'Sign up as an author, follow the link in the mail, and upload a PDF. It stands here a minute later.',
  publishReader: 'Books come from authors. Anyone may become one: sign up as an author and upload a PDF.',
  publishAuthor: 'Choose a PDF, say what it is about, and it stands here a minute later.',
  signUp: 'Sign up as an author',
  handbooks: 'Start with three handbooks',
  handbooksText: 'Short guides for readers, authors and administrators, published as real books. An author or an admin can do it with one click.',
  handbooksButton: 'Publish the handbooks',
  publishing: 'Publishing...',
  handbooksFailed: 'The handbooks could not be published. Please try again.',
  command: 'Or do it from the command line',
  commandText: 'On the machine that runs the library:',
  commandLine: 'npm run quillhouse -- handbooks',
} as const

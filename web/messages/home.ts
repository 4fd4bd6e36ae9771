import { englishCount } from '#web/language/english-count.ts'
import type { SiteSettings } from '#contract/site.ts'
import { capitalized, claimedBooks } from './counts.ts'

/** The messages of the home page. */

export const HOME = {
  title: ({ siteName }: SiteSettings) => `${siteName}, a free library that its authors run`,
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
  newArrivals: 'New Arrivals',
  loadingNew: 'Loading new arrivals...',
  noNew: 'No new arrivals available at the moment',
  recommended: 'Recommended For You',
  loadingRecommended: 'Loading recommendations...',
  becauseYouLiked: (title: string) => `Because you liked ${title}`,
  today: 'Today',
  loadingToday: 'Loading today’s books...',
  featured: 'Featured',
  featuredFailed: 'Failed to load featured books. Please try again later.',
  allBooks: 'All books',
  shelves: 'Twenty-five shelves, each in its own cloth',
  invite: 'You wrote it. Put it on the shelf yourself.',
  inviteText:
    'Upload a Word file, PDF or EPUB, choose a genre, and a minute later it is in the library, with a cover from our series or your own. Zero fees, and you keep full rights.',
  upload: 'Upload Now',
  folded: 'About this library',
  factsTitle: 'What you get',
  facts: ({ bookCount, iosDate }: SiteSettings) => [
    [
      'Free reading',
      `${capitalized(claimedBooks(bookCount))}, with weekly updates. Premium titles from partners may cost a small fee.`,
    ],
    ['DRM-free books', 'What you download is yours to keep, on any device.'],
    ['EPUB, MOBI, PDF', 'Read PDF and EPUB in the browser, on paper, or on any device you have.'],
    [
      'An app to download',
      `For Android 6.0+ (8.0+ recommended). ${iosDate ? `An iOS version is planned for ${iosDate}, a` : 'A'} Play Store release is coming soon.`,
    ],
    ['Zero fees', 'Publishing costs nothing, and nobody takes a share: there is nothing to share.'],
    ['Full rights', 'Authors keep full rights. We show a book as long as its author wants it here.'],
  ],
  questionsTitle: 'Frequently asked questions',
  questions: ({ bookCount, siteName }: SiteSettings): [question: string, answer: string][] => [
    [
      'Are all eBooks free?',
      `Yes: all ${claimedBooks(bookCount, 'eBooks')} in the library are free. Premium titles from partners may cost a small fee; ${siteName} itself promotes ebooks but does not allow selling or buying.`,
    ],
    [
      'Who keeps the rights to my book?',
      'You do. Copyright stays with the publisher, and publishing here gives us none of your rights.',
    ],
    [
      'What can I upload?',
      'Books are written as PDF, EPUB or DOCX; the form takes any of them, and Markdown, of at most 10 MB. Word, Markdown, FictionBook (FB2) and MOBI files are turned into an EPUB. The book must belong to you. Its cover is an image of your own, the first page of a PDF, the cover in an EPUB, or one of our series.',
    ],
    [
      'How does a book become premium?',
      'Keep it in the top-rated section for 7 days, and our moderators can move it to premium.',
    ],
    [
      'Do I need an account?',
      'Anyone can look at a book’s page and read premium books. For the library, to rate and to comment, create an account or log in as guest; you must be at least 13 years old.',
    ],
  ],
  join: 'Create your account.',
  signUp: 'Sign up free',
} as const

export const AUTHOR_HOME = {
  title: 'Your books',
  loading: 'Loading your books...',
  upload: 'Upload a book',
  none: 'No books uploaded yet',
  noneText: 'Your first one takes a Word file, PDF or EPUB, a title, a few lines about it and a genre.',
  today: ({ views, ratings, comments }: { views: number; ratings: number; comments: number }) =>
    `Today: ${englishCount(views, 'view', 'views')}, ${englishCount(ratings, 'new rating', 'new ratings')}, ${englishCount(comments, 'comment', 'comments')}.`,
  more: (count: number) => `Show all ${count}`,
} as const

export const FIRST_STEPS = {
  title: 'Add the first books',
  text: 'This library is new and has no books yet. There are three ways to begin:',
  publish: 'Publish a book of your own',
  publishVisitor:
    'Sign up as an author, follow the link in the mail, and upload a Word file, PDF or EPUB. It is here a minute later.',
  publishReader:
    'Books come from authors. Anyone may become one: sign up as an author and upload a Word file, PDF or EPUB.',
  publishAuthor: 'Choose a Word file, PDF or EPUB, say what it is about, and it is here a minute later.',
  signUp: 'Sign up as an author',
  handbooks: 'Start with three handbooks',
  handbooksText:
    'Short guides for readers, authors and administrators, published as real books. An author or an admin can do it with one click.',
  handbooksButton: 'Publish the handbooks',
  publishing: 'Publishing...',
  handbooksFailed: 'The handbooks could not be published. Please try again.',
  command: 'Or do it from the command line',
  commandText: 'On the machine that runs the library:',
  commandLine: 'npm run quillhouse -- handbooks',
} as const

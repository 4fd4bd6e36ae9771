/**
 * Every literal text of the specification, by screen and state, and by the file of tests/journeys that checks it.
 * `{…}` matches any text, `[…]` the rest of a sentence. Tests register the texts that they see with `sees`; the last test
 * of each file fails for each text of the file that none saw.
 */
export const LITERAL_TEXTS = {
  // Sections 1, 2 and 9: the site
  'the bar': {
    walk: ['Login/Sign Up', 'Download App', 'Profile', 'Logout', '{username}', 'No results found for "{query}"'],
  },
  'the bar, search failed': { walk: ['Search failed. Please try again.'] },
  'the foot': {
    walk: [
      'About',
      'Privacy',
      'Terms',
      '{social link}',
      '[…] promotes ebooks but does not allow selling or buying. Copyright stays with the publisher.',
    ],
  },
  home: {
    walk: [
      'Explore',
      'Fantasy',
      'Mystery',
      'Science Fiction',
      'Romance',
      'Featured',
      'PREMIUM',
      '[…] promotes ebooks but does not allow selling or buying […]',
      '[…] Copyright stays with the publisher […]',
      'Free reading',
      '10,000+ free eBooks, with weekly updates […]',
      '[…] Premium titles from partners may cost a small fee […]',
      'DRM-free books',
      'EPUB, MOBI, PDF',
      'An app to download',
      '[…] Android 6.0+ (8.0+ recommended) […]',
      '[…] iOS version is planned for Q3 2025 […]',
      '[…] Play Store release is coming soon […]',
      'Zero fees',
      '[…] Authors keep full rights […]',
      '[…] PDF, EPUB or DOCX […]',
      '[…] create an account or log in as guest […]',
      '[…] at least 13 years old […]',
    ],
  },
  'home of a visitor': { walk: ['Upload Now', 'Sign up free'] },
  'home of a visitor, failed': {
    walk: ['Could not load trending books', 'Failed to load premium books. Please try again later.'],
  },
  'home of a visitor, empty': { walk: ['No premium books available at the moment.'] },
  'home, session resolving': { walk: ['Loading'] },
  'home of a reader': {
    walk: ['Top Rated', 'New Arrivals', 'Recommended For You', 'Today', '{60 characters}…'],
  },
  'home of a reader, failed': {
    walk: [
      'Failed to load top rated books',
      'Failed to load new arrivals',
      'Failed to load recommendations',
      'Failed to load premium books. Please try again later.',
    ],
  },
  'home of a reader, empty': {
    walk: ['No premium books available at the moment.', 'No new arrivals available at the moment'],
  },
  'home of an author': {
    walk: ['Keep a book in the top-rated section for 7 days, and our moderators can move it to premium.'],
  },
  'home of an author, empty': { walk: ['No books uploaded yet'] },
  'home of an author, failed': {
    walk: ['Failed to fetch book details. Please check your connection and try again.', 'Retry'],
  },

  // Sections 2, 4, 5 and 8: accounts
  'the login form': { walk: ['Login', 'Sign Up', 'Email', 'Password'] },
  'the login form, refused': {
    walk: ['Login failed', 'Wrong email or password.', 'Network error. Please check your connection.'],
    'publish-and-read': [
      'Please verify your email before logging in',
      'Please check your email or request a new verification link.',
      'Resend verification email',
    ],
  },
  'the sign-up form': {
    walk: [
      'Reader',
      'Author',
      'Full name',
      'Email',
      'Password',
      'Confirm password',
      'Sign Up',
      '[…] at least 13 years old […]',
      'Passwords do not match',
      'Username must be at least 4 characters',
      'Password must be at least 8 characters',
      'Registration failed',
    ],
    'publish-and-read': [
      'Account created successfully',
      'Registration successful! Please check your email to verify your account.',
      'OK',
    ],
  },

  'the page that verifies': { 'publish-and-read': ['Verify my email'] },

  // Sections 2, 5 and 8: the library
  library: {
    walk: ['All {count}', 'Mystery {count}', 'Previous', 'Next', '…'],
  },
  'library, empty': { walk: ['No books found. Try a different search or category.'] },
  'library, failed': { walk: ['Failed to load books. Please try again later.'] },

  // Sections 2, 4, 5 and 8: a book's page
  'a book': {
    walk: [
      'By {author}',
      'Category',
      'Views',
      '{average}',
      '{count} rating',
      'Your rating: {stars}/5',
      'Rate this book',
      'Add a comment...',
      'Post',
      'Unknown User',
      'Read Now',
      'Back to the library',
    ],
  },
  'a book, loading': { walk: ['Loading book details...'] },
  'a book without comments': { walk: ['No comments yet. Be the first to comment!'] },
  'a book, failed': { walk: ['Failed to load book details. Please try again later.', 'Back to the library'] },
  'a book that is not there': { walk: ['Book not found.'] },
  'a book, acted on': {
    walk: [
      'Thank you for rating this book!',
      'Failed to submit rating. Please try again.',
      'Failed to add comment. Please try again.',
      "You can't rate your own book.",
    ],
  },
  'the reader, failed': { walk: ['Could not open the PDF. Please try again later.'] },

  // Sections 2, 5 and 8: premium
  'premium books': { walk: ['PREMIUM'] },
  'premium books, empty': { walk: ['No premium books available at the moment.'] },
  'premium books, failed': { walk: ['Failed to load premium books. Please try again later.'] },
  'a premium book': {
    walk: [
      'PREMIUM',
      'Your rating: {stars}/5',
      'Rate this book',
      'By {author}',
      'Category: {genre}',
      '{average}',
      '{count} rating',
      'Views',
      'Add a comment...',
      'Post Comment',
      'Posting...',
      'Unknown User',
      'Read Now',
      'Back to Premium Books',
    ],
  },
  'a premium book, loading': { walk: ['Loading book details...'] },
  'a premium book, failed': { walk: ['Failed to load book details. Please try again later.'] },
  'a premium book that is not there': { walk: ['Book not found.', 'Back to Premium Books'] },

  // Sections 2, 5, 8 and 9: the showcase
  showcase: {
    walk: [
      'Premium Books',
      'New Arrivals',
      'Trending eBooks',
      '{count} reads • {average} ★',
      'Reads: {count}+',
      'Read Now',
    ],
  },
  'showcase, loading': {
    walk: ['Loading premium books...', 'Loading new arrivals...', 'Loading trending books...'],
  },
  'showcase, empty': {
    walk: [
      'No premium books available at the moment',
      'No new arrivals available at the moment',
      'Book Title',
      'Genre',
      'No reads yet',
      'Read Now',
    ],
  },
  'showcase, failed': {
    walk: ['Failed to load premium books', 'Failed to load new arrivals', 'Could not load trending books'],
  },

  // Sections 2, 4, 5 and 8: the profile
  profile: {
    walk: ['Male', 'Female', 'Other', 'Prefer not to say', 'Views', 'Rating', 'Delete'],
    profile: [
      'Username must be at least 4 characters',
      'Failed to update username',
      'Failed to update sex',
      'Sex updated successfully',
      'Both passwords are required',
      'New password must be at least 8 characters',
      'Failed to update password',
      'Password updated successfully!',
      'Confirm Delete',
      'Are you sure you want to delete "{title}"? This action cannot be undone.',
      'Cancel',
      'Deleting...',
      'Failed to delete book',
      'Book deleted successfully',
    ],
  },
  'profile, nothing uploaded': { profile: ['No books uploaded yet'] },
  'profile, uploads failed': {
    profile: ['Failed to fetch book details. Please check your connection and try again.', 'Retry'],
  },

  // Sections 1, 2, 5 and 8: the upload
  'create, for others': { walk: ['Authors Only Area', 'Explore the library', 'Login/Sign Up', 'Become an author'] },
  create: {
    walk: [
      'The book must belong to you […]',
      'Keep a book in the top-rated section for 7 days, and our moderators can move it to premium.',
      'PDF or EPUB. […]',
      'Title',
      'Author',
      'Description',
      'Genre',
      'Fiction',
      'Fantasy',
      'Science Fiction',
      'Mystery',
      'Thriller',
      'Romance',
      'Historical Fiction',
      'Horror',
      'Adventure',
      'Non-fiction',
      'Biography',
      'Autobiography',
      'Memoir',
      'Self-help',
      'Business',
      'Philosophy',
      'Children',
      'Young Adult',
      'Poetry',
      'Drama',
      'Humor',
      'Spirituality',
      'Health & Wellness',
      'Travel',
      'Other',
      'Please enter a book title',
      'Please enter author name',
      'Please enter a description',
      'Please select an image',
      'Please select a PDF file',
      'Please select a genre',
      'PDF file is too large (max 10MB). Please compress your file.',
      'Upload failed',
      'Something went wrong on our side.',
      'Upload timed out. Try a smaller file or check your connection.',
      'Network error. Please check your connection.',
      '{count}%',
      'Your book is in the library',
    ],
  },

  // Sections 1, 2 and 9: the app
  'the download page': {
    walk: [
      '10,000+ free eBooks in one small app, with weekly updates […]',
      'Free reading, with or without an account',
      'EPUB, MOBI and PDF support',
      'DRM-free books, yours to keep',
      'Download Now',
      'Version 1.0.5',
      'Android 6.0+ (8.0+ recommended)',
      'iOS version planned for Q3 2025',
      'Play Store release coming soon',
      'Scan to download directly',
      'Download',
      'Enable unknown sources',
      'Install',
      'Create an account or log in as guest',
      'Is the APK safe?',
      'Which Android version do I need?',
      'When does the iOS version come?',
      'How do I publish my book?',
      'Are all eBooks free?',
      '[…] Premium titles from partners may cost a small fee […]',
    ],
    admin: ['Download Now (APK)'],
  },
  'the terms': {
    walk: [
      'You must be at least 13 years old […]',
      '[…] does not allow selling or buying […]',
      'Copyright stays with the publisher […]',
    ],
  },

  // Sections 2, 4, 6, 8 and 9: administration
  'administration, session resolving': { admin: ['Loading...'] },
  dashboard: {
    admin: [
      'Admin Dashboard',
      'Welcome, {username}',
      'Logout',
      'Total Users',
      'Total Books',
      'Readers',
      'Authors',
      'Premium Books',
      'Verified Users',
      '0',
      'Manage Users',
      'Manage Books',
      'Top Viewed Books',
      'Top Rated Books',
      'Recent Users',
    ],
  },
  'dashboard, loading': { admin: ['Loading dashboard data...'] },
  'dashboard, failed': {
    admin: [
      'Error: Something went wrong on our side.',
      'Error: Failed to fetch dashboard stats',
      'Error: Failed to load dashboard data',
      'Error: An unexpected error occurred',
      'Retry',
    ],
  },
  'manage users': {
    admin: [
      'Username',
      'Email',
      'User Type',
      'Verified',
      'Actions',
      'Yes',
      'No',
      'Edit',
      'Delete',
      'Save',
      'Cancel',
      'Previous',
      'Next',
      'Page {page} of {pages}',
      'Back to Dashboard',
      'Are you sure you want to delete this user?',
    ],
  },
  'manage users, failed': {
    admin: [
      'Failed to load users',
      'Failed to fetch users',
      'An unexpected error occurred',
      'Error: Failed to update user',
      'Error: Failed to delete user',
    ],
  },
  'manage books': {
    admin: [
      'Title',
      'Author',
      'Genre',
      'Views',
      'Rating',
      'Status',
      'Actions',
      'N/A',
      'Premium',
      'Free',
      'Featured',
      'View Details',
      'Make Premium',
      'Remove Premium Status',
      'Feature this Book',
      'Remove from Featured',
      'Edit',
      'Delete',
      'Confirm Delete',
      'Are you sure you want to delete "{title}"? This action cannot be undone.',
      'Cancel',
      'Deleting...',
      'Prev',
      'Next',
      'Showing {from} to {to} of {total} entries',
      'Add New Book',
    ],
  },
  'manage books, empty': { admin: ['No books found'] },
  'manage books, failed': {
    admin: ['Error!', 'Failed to fetch books', 'Error loading books', 'Error: Failed to update book premium status'],
  },
} as const satisfies Record<string, Partial<Record<string, readonly string[]>>>

/** Texts that only the API answers, with the test that expects them. Our screens never send such requests. */
export const API_TEXTS = {
  'Image file is too large (max 10MB).': 'server/publishing/publish-book.test.ts',
  'Too much was sent at once.': 'server/platform/http/http-server.test.ts',
} as const

export type Screen = keyof typeof LITERAL_TEXTS

type BySpec<S extends Screen> = (typeof LITERAL_TEXTS)[S]
/** A text of that screen in the table. */
export type TextOf<S extends Screen> = Extract<BySpec<S>[keyof BySpec<S>], readonly string[]>[number]

export interface LiteralText {
  screen: string
  text: string
  /** The file of tests/journeys, without its ending. */
  spec: string
}

/** The table as a list. */
export const literalTexts = (): LiteralText[] =>
  Object.entries(LITERAL_TEXTS).flatMap(([screen, specs]) =>
    Object.entries(specs).flatMap(([spec, texts]) => texts.map((text: string) => ({ screen, text, spec }))),
  )

/** A text that a test has seen. */
export interface Seen extends LiteralText {
  test: string
}

/** The texts of the table that were not seen on their screen, as readable lines. */
export const unseen = (texts: readonly LiteralText[], seen: readonly Seen[]): string[] => {
  const known = new Set(seen.map(({ screen, text, spec }) => JSON.stringify([screen, text, spec])))
  return texts
    .filter(({ screen, text, spec }) => !known.has(JSON.stringify([screen, text, spec])))
    .map(({ screen, text, spec }) => `${spec}.spec.ts did not see on ‘${screen}’: ${text}`)
}

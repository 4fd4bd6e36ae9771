/** The messages of the lists of premium books. */
export const PREMIUM_BOOKS = {
  title: 'Premium books',
  lede: 'Seven days among the top-rated, then chosen by our moderators. Open to everyone, with or without an account.',
  description: (siteName: string) =>
    `Ebooks that stayed among the top-rated for seven days and were chosen by the moderators of ${siteName}. Free to read.`,
  strip: 'Premium, chosen from the top-rated',
  all: 'All premium books',
  loading: 'Loading premium books...',
  none: 'No premium books available at the moment.',
  noneText: 'Premium books are chosen from the top-rated books. Your ratings count.',
  noneMore: 'See all books',
  page: (page: number) => `page ${page}`,
} as const

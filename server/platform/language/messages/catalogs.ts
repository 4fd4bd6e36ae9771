/** What OPDS catalogs and feeds say. */

export const CATALOG = {
  title: 'Catalog',
  newBooks: 'New books',
  popular: 'Popular',
  premium: 'Premium',
  genres: 'Genres',
  authors: 'Authors',
  series: 'Series',
  yours: 'Your books',
  newWords: 'The newest first.',
  popularWords: 'The most read first.',
  premiumWords: 'Chosen from the top-rated books.',
  genresWords: 'Books by genre.',
  authorsWords: 'All authors by name.',
  seriesWords: 'All series by name.',
  yoursWords: 'Your shelves and lists, once you have logged in.',
  search: ({ words }: { words: string }) => `Search: ${words}`,
  shelves: { reading: 'Reading', want: 'Want to read', finished: 'Finished', rated: 'Rated' },
  facets: { genre: 'Genre', language: 'Language', licence: 'Licence', all: 'All' },
  allRightsReserved: 'All rights reserved',
  readHere: 'Read on the site',
  readHereOnly: 'The author offers this book for reading here only: open its page on the site.',
  pages: ({ count }: { count: number }) => (count === 1 ? '1 page' : `${count} pages`),
  books: ({ count }: { count: number }) => (count === 1 ? 'One book.' : `${count} books.`),
  ofSeries: ({ name }: { name: string }) => `Series: ${name}`,
  searchDescription: ({ siteName }: { siteName: string }) => `Books of ${siteName} by words of their title and author`,
  login: 'Log in with your email or username and a token. You can make a token on your profile.',
  loginName: 'Email or username',
  token: 'Token',
}

export const FEED_TITLES = {
  newBooks: 'New books',
  premium: 'Premium books',
  tag: ({ tag }: { tag: string }) => `Books about ${tag}`,
}

export const MANIFEST = {
  name: ({ siteName }: { siteName: string }) => `${siteName}, a free library that its authors run`,
  description: 'Read, rate and talk about free ebooks, and publish your own.',
  library: 'The library',
  premium: 'Premium books',
}

export const LIST_CARD = {
  by: ({ name, books }: { name: string; books: string }) => `A list by ${name} · ${books}`,
  books: ({ count }: { count: number }) => (count === 1 ? '1 book' : `${count.toLocaleString('en')} books`),
}

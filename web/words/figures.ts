/** Figures in words, as several pages have them. */

export const BOOKS = {
  views: (count: number) => (count === 1 ? '1 view' : `${count.toLocaleString('en')} views`),
  rated: (average: number) => `Rated ${average.toFixed(1)} of 5`,
  unrated: 'Not rated yet',
  orMore: (count: number) => `${count.toLocaleString('en')} books or more`,
  books: (count: number) => (count === 1 ? '1 book' : `${count.toLocaleString('en')} books`),
} as const

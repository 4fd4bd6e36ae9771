/** 1234567 as 1,234,567. `toLocaleString` gives the same, but its first call is slow on a phone. */
export const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

const MB = 1_048_576

/** Bytes in megabytes, such as '6.4'; at least '0.1' unless there are none. */
export const megabytes = (bytes: number) => (bytes === 0 ? 0 : Math.max(bytes / MB, 0.1)).toFixed(1)

/** The number of books that the site claims, or no number where the setting is empty. */
export const claimedBooks = (bookCount: string, thing = 'free eBooks') => [bookCount, thing].filter(Boolean).join(' ')

/** The sentence with a capital letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const BOOKS = {
  views: (count: number) => (count === 1 ? '1 view' : `${grouped(count)} views`),
  rated: (average: number) => `Rated ${average.toFixed(1)} of 5`,
  orMore: (count: number) => `${grouped(count)} books or more`,
  books: (count: number) => (count === 1 ? '1 book' : `${grouped(count)} books`),
} as const

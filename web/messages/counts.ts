import { IS_ENGLISH, LANGUAGE } from './language.ts'

// In English without Intl, whose first call is slow on a phone.
let whole: Intl.NumberFormat | undefined
const decimals: Intl.NumberFormat[] = []

/** 1234567 as the language writes it: 1,234,567. */
export const grouped = (count: number) =>
  IS_ENGLISH
    ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : (whole ??= new Intl.NumberFormat(LANGUAGE.locale)).format(count)

/** A number with so many digits after the decimal sign of the language: 4.5. */
export const decimal = (number: number, digits = 1) =>
  IS_ENGLISH
    ? number.toFixed(digits)
    : (decimals[digits] ??= new Intl.NumberFormat(LANGUAGE.locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      })).format(number)

const MB = 1_048_576

/** Bytes in megabytes, such as '6.4'; at least '0.1' unless there are none. */
export const megabytes = (bytes: number) => decimal(bytes === 0 ? 0 : Math.max(bytes / MB, 0.1))

/** The number of books that the site claims, or no number where the setting is empty. */
export const claimedBooks = (bookCount: string, thing = 'free eBooks') => [bookCount, thing].filter(Boolean).join(' ')

/** The sentence with a capital letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const BOOKS = {
  views: (count: number) => (count === 1 ? '1 view' : `${grouped(count)} views`),
  rated: (average: number) => `Rated ${decimal(average)} of 5`,
  orMore: (count: number) => `${grouped(count)} books or more`,
  books: (count: number) => (count === 1 ? '1 book' : `${grouped(count)} books`),
} as const

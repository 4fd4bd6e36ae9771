import * as z from 'zod/mini'

const BAD_VERSION = 'A version is a whole number from 1.'
const VERSION_MAX = 999_999_999

/** The number of a file of a book, counted from 1. A link to a file has it as `v`, unless it is 1. */
export const FileVersion = z.int(BAD_VERSION).check(z.minimum(1, BAD_VERSION), z.maximum(VERSION_MAX, BAD_VERSION))

/** The same in an address. */
export const fileVersionText = (message = BAD_VERSION) =>
  z.pipe(z.string(message).check(z.regex(/^[1-9]\d{0,8}$/, message)), z.transform(Number))

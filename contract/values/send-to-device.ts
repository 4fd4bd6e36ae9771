/** Whether members may have books sent to a device by mail. */
export const DEVICE_MAIL = ['off', 'on'] as const
/** What Kindle takes. */
export const DEVICE_MAIL_MAX_MEGABYTES = 50
/** What a mail server that takes 25 MB passes on: a mail is a third larger than its book. */
export const DEVICE_MAIL_MEGABYTES = 18
/** Lifetime of the code in the mail that confirms an address, in hours. */
export const DEVICE_CODE_HOURS = 24
/** Books of one person in a day. */
export const DEVICE_BOOKS = 20
/** The latest books that are listed. */
export const DEVICE_BOOKS_LISTED = 10

/** `unknown`: the connection was lost after the whole mail was sent. */
export const DEVICE_BOOK_STATES = ['waiting', 'sent', 'unknown', 'refused'] as const
/** Why a book was not sent. */
export const DEVICE_REFUSALS = [
  'stopped',
  'no-address',
  'not-offered',
  'too-large',
  'too-large-for-server',
  'rejected',
  'no-answer',
] as const

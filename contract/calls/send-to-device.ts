import { call } from '#contract/endpoint.ts'

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

export const getDevice = call('GET', '/device', 'registered', 'Failed to load your device')
export const enterDevice = call('PUT', '/device', 'registered', 'Failed to save the address')
export const confirmDevice = call('POST', '/device/confirm', 'registered', 'Failed to confirm the address')
export const removeDevice = call('DELETE', '/device', 'registered', 'Failed to remove the address')
export const sendToDevice = call('POST', '/books/:id/send-to-device', 'registered', 'Failed to send the book')

import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { asciiDigits } from './shapes/ascii-digits.ts'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { DEVICE_BOOK_STATES, DEVICE_BOOKS_LISTED, DEVICE_REFUSALS } from './values/send-to-device.ts'

export * from './values/send-to-device.ts'

const CODE = 'Enter the six digits of the code'

/** `title` is null while the book is hidden. */
const DeviceBook = z.object({
  _id: z.string(),
  title: z.nullable(z.string()),
  askedAt: z.string(),
  state: z.enum(DEVICE_BOOK_STATES),
  reason: z.nullable(z.enum(DEVICE_REFUSALS)),
})

/**
 * `sender` is the address that the mails come from, which a Kindle has to approve. `isRefused` tells that the mail server
 * has refused the mail with the code.
 */
export const Device = z.object({
  isOffered: z.boolean(),
  sender: z.string(),
  megabytes: z.int(),
  address: z.nullable(z.string()),
  isConfirmed: z.boolean(),
  isRefused: z.boolean(),
  books: z.array(DeviceBook),
})
export type Device = z.infer<typeof Device>

export const getDevice = endpoint('GET', '/device', 'registered', {
  failureMessage: 'Failed to load your device',
  summary: `The address to which the caller has books sent, and the latest ${DEVICE_BOOKS_LISTED} of these`,
  response: Device,
})

export const enterDevice = endpoint('PUT', '/device', 'registered', {
  failureMessage: 'Failed to save the address',
  rates: [{ by: 'address', max: 30, seconds: 86_400, shared: true }],
  summary:
    'Enter the address of a device: a mail to it has a code, and nothing else is sent there before it is confirmed',
  body: z.strictObject({ address: Email }),
  response: Device,
})

export const confirmDevice = endpoint('POST', '/device/confirm', 'registered', {
  failureMessage: 'Failed to confirm the address',
  rates: [{ by: 'caller', max: 15, seconds: 3600, shared: true }],
  summary: 'Confirm the address of a device with the code that was sent to it',
  body: z.strictObject({
    code: z.string(CODE).check(
      z.overwrite((text) => asciiDigits(text).replace(/[\s-]/g, '')),
      z.regex(/^\d{6}$/, CODE),
    ),
  }),
  response: Device,
})

export const removeDevice = endpoint('DELETE', '/device', 'registered', {
  failureMessage: 'Failed to remove the address',
  summary: 'Remove the address of the device; what waits is not sent',
  status: 204,
})

export const sendToDevice = endpoint('POST', '/books/:id/send-to-device', 'registered', {
  failureMessage: 'Failed to send the book',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  summary: 'Send the EPUB of a book to the device of the caller by mail; again while it waits changes nothing',
  params: BookParams,
  status: 204,
})

import * as z from 'zod/mini'
import { Book, BookParams, SHELF } from './books.ts'
import { endpoint } from './endpoint.ts'
import { FileVersion, fileVersionText } from './file-version.ts'
import { Id } from './ids.ts'
import { limitOf } from './paging.ts'
import { Place, SentPlace } from './place.ts'
import { line } from './text.ts'
import * as calls from './calls/reading.ts'
import { DEVICE_MAX } from './calls/reading.ts'

export * from './calls/reading.ts'

/** A browser: the id that it generated for itself, and a name that its user recognises. */
export const Device = z.strictObject({
  id: Id,
  name: line({
    max: DEVICE_MAX,
    missing: 'Name the device.',
    tooLong: 'A device has a name of at most 40 characters.',
  }),
})
export type Device = z.infer<typeof Device>

const STEP = 'A step is a whole number from 1, larger than the one before.'
const SEEN = 'What was seen is a whole number from 0.'

/** The position of one device in a book. */
export const DevicePosition = z.object({
  /** The device's name. */
  device: z.string(),
  ...Place.shape,
  /** The first words there, of a position that was carried over from an earlier file of the book. */
  quote: z.optional(z.string()),
  /** The last page that this device has reached. */
  furthest: z.int(),
  readAt: z.string(),
})
export type DevicePosition = z.infer<typeof DevicePosition>

/**
 * The position of a reader in a book: `at` is the current position across devices and `version` its version; `own` is
 * the position of the calling device with its last step; `others` are those of the other devices, the latest first.
 * `newVersion` is the current file of the book, if the caller has begun an earlier one and saved no position in this one, or
 * has an earlier one open.
 */
export const Position = z.object({
  version: z.int(),
  at: z.nullable(z.extend(DevicePosition, { isOwn: z.boolean() })),
  own: z.nullable(z.extend(DevicePosition, { step: z.int() })),
  others: z.array(DevicePosition),
  newVersion: z.optional(
    z.object({
      number: z.int(),
      /** What changed, in the author's words. */
      note: z.nullable(z.string()),
      /** Every position of the caller is carried over to it. */
      isCarried: z.boolean(),
    }),
  ),
})
export type Position = z.infer<typeof Position>

/** A book with the reader's current page, and the device that saved it. */
export const OpenBook = z.extend(Book, { ...Place.shape, device: z.string(), readAt: z.string() })
export type OpenBook = z.infer<typeof OpenBook>

export const listReading = endpoint({
  ...calls.listReading,
  summary: 'The books that the caller has started and not finished, the most recently read first',
  query: z.object({ limit: limitOf(SHELF) }),
  response: z.array(OpenBook),
})

export const getPosition = endpoint({
  ...calls.getPosition,
  summary: "The caller's position in a book, on this device and on the others",
  params: BookParams,
  query: z.object({ device: z.optional(Id), fileVersion: z.optional(fileVersionText()) }),
  response: Position,
})

/**
 * Each device has its own position. `step` increases with each change on a device, so that a late or repeated call has
 * no effect. `seen` is the latest version that this device has shown: if it is outdated, the call can move the current
 * position forward, but not back. `fileVersion` is the version of the file that the page is of, without it the current one; a
 * page of an earlier file is carried over to the current one.
 */
export const savePosition = endpoint({
  ...calls.savePosition,
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: 'Save the page that a device has reached',
  params: BookParams,
  body: z.strictObject({
    device: Device,
    ...SentPlace.shape,
    step: z.int(STEP).check(z.minimum(1, STEP)),
    seen: z.int(SEEN).check(z.minimum(0, SEEN)),
    fileVersion: z.optional(FileVersion),
  }),
  response: Position,
})

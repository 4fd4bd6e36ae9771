import * as z from 'zod/mini'
import { Book, BookParams, SHELF } from './books.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'
import { limitOf } from './paging.ts'
import { line } from './text.ts'
import * as calls from './calls/reading.ts'
import { DEVICE_MAX, PAGE_MAX } from './calls/reading.ts'

export * from './calls/reading.ts'

/** A browser by the id that it gave itself, and a name that its reader knows it by. */
export const Device = z.strictObject({
  id: Id,
  name: line({
    max: DEVICE_MAX,
    missing: 'Name the device.',
    tooLong: 'A device has a name of at most 40 characters.',
  }),
})
export type Device = z.infer<typeof Device>

const PAGE = 'A page is a whole number from 1.'
const STEP = 'A step is a whole number from 1, larger than the one before.'
const SEEN = 'What was seen is a whole number from 0.'

/** Where one device stands in a book. */
export const Place = z.object({
  /** The device's name. */
  device: z.string(),
  page: z.int(),
  /** The last page that this device ever was at. */
  furthest: z.int(),
  readAt: z.string(),
})
export type Place = z.infer<typeof Place>

/**
 * Where a reader stands in a book: `at` is where it lies open for all devices, `version` rises each time that changes,
 * `own` is the asking device's place and its last step, `others` are the places of the other devices, the latest first.
 */
export const Position = z.object({
  version: z.int(),
  at: z.nullable(z.extend(Place, { isOwn: z.boolean() })),
  own: z.nullable(z.extend(Place, { step: z.int() })),
  others: z.array(Place),
})
export type Position = z.infer<typeof Position>

/** A book with the page where it lies open, and on which device that was. */
export const OpenBook = z.extend(Book, { page: z.int(), device: z.string(), readAt: z.string() })
export type OpenBook = z.infer<typeof OpenBook>

export const listReading = endpoint({
  ...calls.listReading,
  summary: 'The books that one has begun and not finished, what was read last first',
  query: z.object({ limit: limitOf(SHELF) }),
  response: z.array(OpenBook),
})

export const getPosition = endpoint({
  ...calls.getPosition,
  summary: 'Where one stands in a book, on the device that asks and on the others',
  params: BookParams,
  query: z.object({ device: z.optional(Id) }),
  response: Position,
})

/**
 * Each device has a place of its own. `step` rises with each change on a device, so that a late or repeated call changes
 * nothing. `seen` is the version that this device has shown its reader: one who has not seen where another device is
 * takes the book further, but never back.
 */
export const savePosition = endpoint({
  ...calls.savePosition,
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: 'Keep the page that a device has come to',
  params: BookParams,
  body: z.strictObject({
    device: Device,
    page: z.int(PAGE).check(z.minimum(1, PAGE), z.maximum(PAGE_MAX, PAGE)),
    step: z.int(STEP).check(z.minimum(1, STEP)),
    seen: z.int(SEEN).check(z.minimum(0, SEEN)),
  }),
  response: Position,
})

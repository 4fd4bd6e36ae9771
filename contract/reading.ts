import * as z from 'zod/mini'
import { DAY_MS } from '#contract/values/durations.ts'
import { Book, BookParams, SHELF } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { FileVersion, fileVersionText } from './shapes/file-version.ts'
import { Id } from './shapes/ids.ts'
import { limitOf } from './api/paging.ts'
import { Place, SentPlace, sentPage } from './shapes/place.ts'
import { line } from './shapes/text.ts'
import { DEVICE_MAX, GOAL_MAX, TURN_DAYS, TURNS_MAX, GOALS } from './values/reading.ts'

export * from './values/reading.ts'

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

const TIME_ZONE = 'A time zone is written like Europe/Berlin.'
const TURNS = `Send 1 to ${TURNS_MAX} turned pages, each with a larger step than the one before.`
const AGO = `A page was turned so many milliseconds ago, at most ${TURN_DAYS} days.`
const step = z.int(STEP).check(z.minimum(1, STEP))

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * What a device has shown since its last call, for the reader's own history: each place with its step, up to that of the
 * call, in the time zone of the reader.
 */
export const SentTurns = z.strictObject({
  timeZone: z.string(TIME_ZONE).check(z.maxLength(64, TIME_ZONE), z.refine(isTimeZone, TIME_ZONE)),
  turns: z
    .array(
      z.strictObject({
        step,
        page: sentPage(),
        msAgo: z.int(AGO).check(z.minimum(0, AGO), z.maximum(TURN_DAYS * DAY_MS, AGO)),
      }),
      TURNS,
    )
    .check(
      z.minLength(1, TURNS),
      z.maxLength(TURNS_MAX, TURNS),
      z.refine((turns) => turns.every(({ step: one }, i) => one > (turns[i - 1]?.step ?? 0)), TURNS),
    ),
})
export type SentTurns = z.infer<typeof SentTurns>

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

export const listReading = endpoint('GET', '/books/reading', 'member', {
  failureMessage: 'Failed to load what you are reading. Please try again later.',
  scope: 'read',
  summary: 'The books that the caller has started and not finished, the most recently read first',
  query: z.object({ limit: limitOf(SHELF) }),
  response: z.array(OpenBook),
})

export const getPosition = endpoint('GET', '/books/:id/position', 'member', {
  scope: 'read',
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
export const savePosition = endpoint('PUT', '/books/:id/position', 'member', {
  scope: 'write',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: 'Save the page that a device has reached',
  params: BookParams,
  body: z.strictObject({
    device: Device,
    ...SentPlace.shape,
    step,
    seen: z.int(SEEN).check(z.minimum(0, SEEN)),
    fileVersion: z.optional(FileVersion),
    read: z.optional(SentTurns),
  }),
  response: Position,
})

/** A book of the history; its title and author are null if the reader can't see it any more. */
const ReadBook = z.object({ _id: z.string(), title: z.nullable(z.string()), author: z.nullable(z.string()) })

/** A reader's history of a year, in days of their own time zone. */
export const History = z.object({
  isKept: z.boolean(),
  goal: z.nullable(z.object({ kind: z.enum(GOALS), amount: z.int() })),
  year: z.int(),
  /** Those with anything in them, the latest first. */
  years: z.array(z.int()),
  /** The days with any reading, in their order. */
  days: z.array(z.object({ day: z.string(), seconds: z.int(), pages: z.int() })),
  /** The books whose end was reached, in the order of the days. */
  finished: z.array(z.extend(ReadBook, { day: z.string() })),
  /** The books with the most time, up to ten. */
  longest: z.array(z.extend(ReadBook, { seconds: z.int(), pages: z.int() })),
})
export type History = z.infer<typeof History>

const YEAR = 'A year is written like 2026.'
const GOAL = 'A goal is minutes a day, up to 1440, or books a year, up to 1000.'

export const getHistory = endpoint('GET', '/reading/history', 'registered', {
  failureMessage: 'Failed to load your reading history. Please try again later.',
  scope: 'read',
  summary: "The caller's own reading of a year, this one by default, by day and by book; nobody else can ask for it",
  query: z.object({
    year: z.optional(z.pipe(z.string(YEAR).check(z.regex(/^[1-9]\d{3}$/, YEAR)), z.transform(Number))),
  }),
  response: History,
})

/** What is off stores nothing from then on; what is stored stays until it is deleted. */
export const setHistory = endpoint('PUT', '/reading/history', 'registered', {
  failureMessage: 'Failed to save this. Please try again.',
  scope: 'write',
  summary: "Switch the caller's reading history on or off, and set a goal or none",
  body: z.strictObject({
    isKept: z.boolean('A history is kept or not: true or false.'),
    goal: z.nullable(
      z
        .strictObject({ kind: z.enum(GOALS, GOAL), amount: z.int(GOAL).check(z.minimum(1, GOAL)) }, GOAL)
        .check(z.refine(({ kind, amount }) => amount <= GOAL_MAX[kind], GOAL)),
    ),
  }),
  status: 204,
})

export const deleteHistory = endpoint('DELETE', '/reading/history', 'registered', {
  failureMessage: 'Failed to delete your reading history. Please try again.',
  summary: "Delete the caller's whole reading history; what was read before is not counted later either",
  status: 204,
})

import { describe, expect, test } from 'vitest'
import type { DevicePosition, Position } from '#contract/reading.ts'
import type { StoredPosition } from '#web/session/stored-positions.ts'
import { openingPosition, otherDeviceNotice } from './opening-position.ts'

const READ_AT = '2026-05-01T10:00:00.000Z'
const place = (device: string, page: number, furthest = page): DevicePosition => ({
  device,
  page,
  furthest,
  readAt: READ_AT,
})
const stored = (page: number, more: Partial<StoredPosition> = {}): StoredPosition => ({
  page,
  step: 10,
  seen: 0,
  isUnsent: false,
  ...more,
})
const nowhere: Position = { version: 0, at: null, own: null, others: [] }
const onPhone = (page: number, own: Position['own'], version = 5): Position => ({
  version,
  own,
  at: { ...place('Phone', page), isOwn: false },
  others: [place('Phone', page)],
})
const here = (page: number, furthest = page): Position => ({
  version: 5,
  others: [],
  own: { ...place('Computer', page, furthest), step: 10 },
  at: { ...place('Computer', page, furthest), isOwn: true },
})

test('a book that was never opened opens at its first page without a notice', () => {
  expect(openingPosition(undefined, nowhere)).toEqual({ page: 1, step: 0, seen: 0 })
  expect(openingPosition(undefined, undefined)).toEqual({ page: 1, step: 0, seen: 0 })
})

test('on a device that never opened the book it opens at another device’s page, with a notice', () => {
  expect(openingPosition(undefined, onPhone(62, null))).toEqual({
    page: 62,
    step: 0,
    seen: 5,
    notice: { kind: 'stopped', page: 62, readAt: READ_AT, device: 'Phone' },
  })
})

test('a device that opened the book and turned no page follows the other device', () => {
  expect(openingPosition(stored(62, { step: 0, seen: 5 }), onPhone(80, null, 9))).toMatchObject({ page: 80, seen: 9 })
})

test('so does a device that saved the first page because it opened the book', () => {
  const opened = { ...place('Computer', 1), step: 10 }
  for (const known of [undefined, stored(1), stored(80)])
    expect(openingPosition(known, onPhone(90, opened))).toMatchObject({
      page: 90,
      step: 10,
      notice: { kind: 'stopped' },
    })
  expect(openingPosition(stored(7, { step: 11, isUnsent: true }), onPhone(90, opened))).toMatchObject({ page: 7 })
})

test('a book opens at the last page of this device', () => {
  expect(openingPosition(stored(40), here(40, 90))).toEqual({
    page: 40,
    step: 10,
    seen: 5,
    notice: { kind: 'stopped', page: 40, readAt: READ_AT },
  })
  expect(openingPosition(undefined, here(40))).toMatchObject({ page: 40, step: 10 })
})

test('a book at its first page has no notice', () => {
  expect(openingPosition(stored(1), here(1)).notice).toBeUndefined()
  expect(openingPosition(stored(1), here(1, 30)).notice).toBeUndefined()
})

test('without a network a book opens at the stored position', () => {
  expect(openingPosition(stored(40, { seen: 3 }), undefined)).toEqual({ page: 40, step: 10, seen: 3 })
})

test('an unsent stored position is newer than the server’s position of this device', () => {
  expect(openingPosition(stored(44, { step: 11, isUnsent: true }), here(40))).toMatchObject({ page: 44, step: 11 })
})

test('the server’s position of this device is used if its step is higher than the stored one', () => {
  expect(openingPosition(stored(3, { step: 2 }), here(40))).toMatchObject({ page: 40, step: 10 })
})

describe('if two devices are at different pages', () => {
  const own = { ...place('Computer', 40), step: 10 }

  test('the book opens at this device’s page, with a notice about the other device', () => {
    expect(openingPosition(stored(40, { seen: 4 }), onPhone(62, own))).toEqual({
      page: 40,
      step: 10,
      seen: 4,
      notice: { kind: 'elsewhere', page: 62, device: 'Phone', version: 5 },
    })
    expect(openingPosition(stored(40), onPhone(7, own)).notice).toMatchObject({ kind: 'elsewhere', page: 7 })
  })

  test('there is no notice about a version that the reader has seen', () => {
    expect(openingPosition(stored(40, { seen: 5 }), onPhone(62, own)).notice).toMatchObject({
      kind: 'stopped',
      page: 40,
    })
  })

  test('nothing is asked if both are at the same page, or one is a page further: the book opens at the newest', () => {
    for (const page of [61, 62, 63]) {
      expect(openingPosition(stored(page), onPhone(62, { ...own, page }))).toEqual({
        page: 62,
        step: 10,
        seen: 5,
        notice: { kind: 'stopped', page: 62, readAt: READ_AT, device: 'Phone' },
      })
      expect(otherDeviceNotice(onPhone(62, own), { page, seen: 0 })).toBeUndefined()
    }
    expect(openingPosition(stored(60), onPhone(62, { ...own, page: 60 }))).toMatchObject({
      page: 60,
      notice: { kind: 'elsewhere' },
    })
  })
})

test('the exact place goes with its page', () => {
  const cfi = 'epubcfi(/6/4!/4/2/1:7)'
  expect(openingPosition(stored(40, { cfi, step: 11, isUnsent: true }), here(40))).toMatchObject({ page: 40, cfi })
  const elsewhere = onPhone(62, null)
  expect(openingPosition(undefined, { ...elsewhere, at: { ...place('Phone', 62), cfi, isOwn: false } })).toMatchObject({
    page: 62,
    cfi,
  })
})

test('a place that was carried over to a new file goes before the one that was stored in the old one', () => {
  const quote = 'It was the best of times'
  const carried: Position = { ...here(14), own: { ...place('Computer', 14), quote, step: 10 } }
  const cfi = 'epubcfi(/6/4!/4/2/1:7)'
  const opening = openingPosition(stored(40, { cfi }), carried)
  expect(opening).toMatchObject({ page: 14, quote })
  expect(opening).not.toHaveProperty('cfi')
  expect(openingPosition(stored(41, { step: 11, isUnsent: true }), carried)).toMatchObject({ page: 41 })
})

describe('an earlier file that is kept on this device', () => {
  const [cfi, quote] = ['epubcfi(/6/4!/4/2/1:7)', 'It was the best of times']
  const newVersion = { number: 2, note: null, isCarried: true }
  const carried: Position = { ...here(14), own: { ...place('Computer', 14), quote, step: 10 }, newVersion }

  test('opens at the place that was stored in it, not at that in the current file', () => {
    const opening = openingPosition(stored(40, { cfi, fileVersion: 1 }), carried, 1)
    expect(opening).toMatchObject({ page: 40, cfi, step: 10, fileVersion: 1 })
    expect(opening).not.toHaveProperty('quote')
  })

  test('gives way to the place in the current file once that is open', () => {
    const opening = openingPosition(stored(40, { cfi, fileVersion: 1 }), carried, 2)
    expect(opening).toMatchObject({ page: 14, quote })
    expect(opening).not.toHaveProperty('fileVersion')
  })

  test('goes on from a later step that the server has, and says where another device is', () => {
    const own = { ...place('Computer', 14), step: 12 }
    expect(openingPosition(stored(40, { fileVersion: 1 }), { ...onPhone(62, own), newVersion }, 1)).toMatchObject({
      page: 14,
      notice: { kind: 'elsewhere', page: 62 },
    })
  })

  test('does not open at a page of the current file that has nearly the number of its own', () => {
    const own = { ...place('Computer', 14), step: 10 }
    expect(openingPosition(stored(40, { fileVersion: 1 }), { ...onPhone(41, own), newVersion }, 1).page).toBe(40)
  })

  test('is of no matter to a place that nobody has said the file of', () => {
    expect(openingPosition(stored(40, { cfi }), carried, 1)).toMatchObject({ page: 14, quote })
    expect(openingPosition(stored(40, { fileVersion: 1 }), undefined, 1)).toMatchObject({ page: 40, fileVersion: 1 })
  })
})

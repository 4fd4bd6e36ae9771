import { describe, expect, test } from 'vitest'
import type { Place, Position } from '#contract/reading.ts'
import type { StoredPosition } from '#web/session/stored-positions.ts'
import { elsewhere, openingPosition } from './opening-position.ts'

const READ_AT = '2026-05-01T10:00:00.000Z'
const place = (device: string, page: number, furthest = page): Place => ({ device, page, furthest, readAt: READ_AT })
const kept = (page: number, more: Partial<StoredPosition> = {}): StoredPosition => ({
  ...{ page, step: 10, seen: 0, isUnsent: false },
  ...more,
})
const nowhere: Position = { version: 0, at: null, own: null, others: [] }
const onPhone = (page: number, own: Position['own'], version = 5): Position => ({
  ...{ version, own, at: { ...place('Phone', page), isOwn: false }, others: [place('Phone', page)] },
})
const here = (page: number, furthest = page): Position => ({
  ...{ version: 5, others: [], own: { ...place('Computer', page, furthest), step: 10 } },
  at: { ...place('Computer', page, furthest), isOwn: true },
})

test('a book that was never opened opens at its first page, and says nothing', () => {
  expect(openingPosition(undefined, nowhere)).toEqual({ page: 1, step: 0, seen: 0 })
  expect(openingPosition(undefined, undefined)).toEqual({ page: 1, step: 0, seen: 0 })
})

test('a device that never had the book takes it up where another left it, and says so', () => {
  expect(openingPosition(undefined, onPhone(62, null))).toEqual({
    ...{ page: 62, step: 0, seen: 5 },
    notice: { kind: 'stopped', page: 62, furthest: 62, readAt: READ_AT, device: 'Phone' },
  })
})

test('so does one that opened it there and never moved', () => {
  expect(openingPosition(kept(62, { step: 0, seen: 5 }), onPhone(80, null, 9))).toMatchObject({ page: 80, seen: 9 })
})

test('a device goes on where it stopped', () => {
  expect(openingPosition(kept(40), here(40, 90))).toEqual({
    ...{ page: 40, step: 10, seen: 5 },
    notice: { kind: 'stopped', page: 40, furthest: 90, readAt: READ_AT },
  })
  expect(openingPosition(undefined, here(40))).toMatchObject({ page: 40, step: 10 })
})

test('a book that is at its first page, and was never further, says nothing', () => {
  expect(openingPosition(kept(1), here(1)).notice).toBeUndefined()
  expect(openingPosition(kept(1), here(1, 30)).notice).toMatchObject({ furthest: 30 })
})

test('without a network a book opens where this browser left it', () => {
  expect(openingPosition(kept(40, { seen: 3 }), undefined)).toEqual({ page: 40, step: 10, seen: 3 })
})

test('what was kept here and not sent is newer than what the server knows of this device', () => {
  expect(openingPosition(kept(44, { step: 11, isUnsent: true }), here(40))).toMatchObject({ page: 44, step: 11 })
})

test('what the server knows of this device is newer where the browser lost its own', () => {
  expect(openingPosition(kept(3, { step: 2 }), here(40))).toMatchObject({ page: 40, step: 10 })
})

describe('where two devices differ', () => {
  const own = { ...place('Computer', 40), step: 10 }

  test('the book opens where this one left it, and asks', () => {
    expect(openingPosition(kept(40, { seen: 4 }), onPhone(62, own))).toEqual({
      ...{ page: 40, step: 10, seen: 4 },
      notice: { kind: 'elsewhere', page: 62, device: 'Phone', version: 5 },
    })
    expect(openingPosition(kept(40), onPhone(7, own)).notice).toMatchObject({ kind: 'elsewhere', page: 7 })
  })

  test('it does not ask what was answered', () => {
    expect(openingPosition(kept(40, { seen: 5 }), onPhone(62, own)).notice).toMatchObject({ kind: 'stopped', page: 40 })
  })

  test('it does not ask where both are at one page', () => {
    expect(openingPosition(kept(62), onPhone(62, { ...own, page: 62 }))).toMatchObject({ page: 62, seen: 5 })
    expect(elsewhere(onPhone(62, own), { page: 62, seen: 0 })).toBeUndefined()
  })
})

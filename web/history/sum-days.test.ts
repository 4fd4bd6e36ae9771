import { readTime } from '#web/language/durations.ts'
import { expect, test } from 'vitest'
import { shadeOf, sumDays } from './sum-days.ts'

const book = { _id: '1', title: 'The Harbour Log', author: 'Ida Fenn' }

test('the months of a year have their days and totals, and the year has the sum of all', () => {
  const sums = sumDays({
    year: 2028,
    days: [
      { day: '2028-02-29', seconds: 600, pages: 4 },
      { day: '2028-12-01', seconds: 60, pages: 0 },
      { day: '2028-12-31', seconds: 3000, pages: 31 },
    ],
    finished: [{ ...book, day: '2028-12-31' }],
  })
  expect(sums).toMatchObject({ days: 3, seconds: 3660, pages: 35, finished: 1, best: { month: 12 } })
  expect(sums.months.map(({ days }) => days.length)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  expect(sums.months[1]).toMatchObject({ seconds: 600, pages: 4, finished: 0 })
  expect(sums.months[1]?.days.at(-1)).toEqual({ day: '2028-02-29', seconds: 600, pages: 4 })
  expect(sums.months[11]).toMatchObject({ seconds: 3060, pages: 31, finished: 1 })
})

test('a year without reading has no best month', () => {
  expect(sumDays({ year: 2026, days: [], finished: [] })).toMatchObject({ days: 0, seconds: 0, best: undefined })
})

test.for([
  [0, 0, '0 min'],
  [20, 1, 'under a minute'],
  [899, 1, '15 min'],
  [900, 2, '15 min'],
  [1800, 3, '30 min'],
  [3600, 4, '1 h'],
  [86_400, 4, '24 h'],
  [5000, 4, '1 h 23 min'],
] as const)('%i seconds have shade %i and are said as %s', ([seconds, shade, text]) => {
  expect(shadeOf(seconds)).toBe(shade)
  expect(readTime(seconds)).toBe(text.replaceAll(' ', text.startsWith('under') ? ' ' : '\u{A0}'))
})

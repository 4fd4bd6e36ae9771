import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DashboardTotals } from './dashboard-totals.tsx'

const DAYS = 30
const FIGURES = 6
const NOTHING = { users: 0, readers: 0, authors: 0, verified: 0, books: 0, premium: 0 }

/** The lines of the figures of a site that has had these readers on its first days, the last of which is today. */
const linesFor = (readers: number[]) => {
  const totals = Array.from({ length: DAYS }, (_, index) => {
    const count = readers[index - DAYS + readers.length]
    const day = `2026-11-${String(index + 1).padStart(2, '0')}`
    return count === undefined ? { day, ...NOTHING } : { day, ...NOTHING, users: 1 + count, readers: count }
  })
  return renderToStaticMarkup(<DashboardTotals totals={totals} />).match(/<svg/g)?.length ?? 0
}

test('the six figures have a line from the third day of a site on, also those that stay 0', () => {
  expect(linesFor([5])).toBe(0)
  expect(linesFor([5, 9])).toBe(0)
  expect(linesFor([0, 0, 0])).toBe(FIGURES)
  expect(linesFor([5, 9, 12])).toBe(FIGURES)
})

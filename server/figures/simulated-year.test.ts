import { expect, test } from 'vitest'
import { openTestSite } from '#server/testing/test-site.ts'
import { compareAll } from './testing-compare.ts'
import { simulateYear } from './testing-year.ts'

/** Enough for each figure to have many values; `npm run fuzz:long` sets 10,000, who have 500 books. */
const READERS = Number(process.env['SIMULATED_READERS'] ?? 2000)

test(
  `each figure of a year of ${READERS} readers and ${READERS / 20} books is what the events give`,
  { timeout: 1_500_000 },
  async () => {
    const site = await openTestSite()
    try {
      const { events, books } = await simulateYear(site, { readers: READERS, books: READERS / 20, begun: READERS * 2 })
      expect(events.length).toBeGreaterThan(READERS * 6)
      const { points, parts } = await compareAll(site, events, books)
      expect(points).toBeGreaterThan(READERS * 10)
      expect(parts).toBeGreaterThan(READERS)
    } finally {
      await site.close()
    }
  },
)

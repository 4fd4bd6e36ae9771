import { expect, test } from 'vitest'
import { openTestSite } from '#server/testing/test-site.ts'
import { compareAll } from './testing-compare.ts'
import { simulateYear } from './testing-year.ts'

test(
  'each figure of a year of 10,000 readers and 500 books is what the events give',
  { timeout: 1_500_000 },
  async () => {
    const site = await openTestSite()
    try {
      const { events, books } = await simulateYear(site, { readers: 10_000, books: 500, begun: 20_000 })
      expect(events.length).toBeGreaterThan(60_000)
      const { points, parts } = await compareAll(site, events, books)
      expect(points).toBeGreaterThan(100_000)
      expect(parts).toBeGreaterThan(10_000)
    } finally {
      await site.close()
    }
  },
)

import { expect } from 'vitest'
import { type Counts, FIGURE_PERIODS, FIGURES_MIN } from '#contract/figures.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { readFigures } from './read-figures.ts'
import { recount } from './testing-recount.ts'
import type { Book, Event } from './testing-year.ts'

const NONE = { opened: 0, readers: 0, finished: 0, downloads: 0, ratings: 0, stars: 0 }
const NAMES = Object.keys(NONE) as (keyof Counts)[]

/** Expects each figure of each book, and of each author's books together, to be what the events give. */
export const compareAll = async ({ services }: TestSite, events: Event[], books: Book[]) => {
  const byAuthor = Map.groupBy(books, ({ publisherId }) => publisherId)
  const of = Map.groupBy(events, ({ book }) => book.id)
  const eventsOf = (some: Book[]) => some.flatMap(({ id }) => of.get(id) ?? [])
  const compared = { points: 0, parts: 0 }
  for (const some of [...books.map((book) => [book]), ...byAuthor.values()]) {
    const isOne = some.length === 1
    const expected = recount(eventsOf(some), some)
    const sum = (name: keyof Counts, from: string, until: string) =>
      [...expected.days].reduce((all, [day, counts]) => (day >= from && day <= until ? all + counts[name] : all), 0)
    for (const period of FIGURE_PERIODS) {
      const ids = some.map(({ id }) => id)
      const { points, total, reach, sources } = await readFigures(services, { ids, title: isOne ? '' : null, period })
      for (const { day, ...counts } of points) expect([day, counts]).toEqual([day, expected.days.get(day) ?? NONE])
      const [from = '', until = ''] = [points[0]?.day, points.at(-1)?.day]
      for (const name of NAMES) expect([name, total[name]]).toEqual([name, sum(name, from, until)])
      const hosts = expected.hostsSince(sources.month)
      expect(new Map(sources.hosts.map(({ host, count }) => [host, count]))).toEqual(hosts.named)
      expect(sources.others).toBe(hosts.others)
      compared.points += points.length
      if (!isOne) continue
      const parts = reach?.parts.map(({ from: page, readers }) => {
        const reached = expected.furthest.filter((one) => one.page >= page).length
        return [page, readers, reached >= FIGURES_MIN ? reached : null]
      })
      compared.parts += parts?.length ?? 0
      expect(parts === undefined).toBe(expected.furthest.length < FIGURES_MIN)
      for (const [page, readers, reached] of parts ?? []) expect([page, readers]).toEqual([page, reached])
    }
  }
  return compared
}

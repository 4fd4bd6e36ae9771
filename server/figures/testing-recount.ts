import { FIGURES_MIN } from '#contract/figures.ts'
import type { Book, Event } from './testing-year.ts'

/** The figures of books, computed again from what was done. `events` are in their order. */
export const recount = (all: Event[], books: Book[]) => {
  const ids = new Set(books.map(({ id }) => id))
  const events = all.filter(
    ({ book, who, isStaff, isBot }) => ids.has(book.id) && !isStaff && !isBot && who !== book.publisherId,
  )
  const days = new Map<string, Record<'opened' | 'readers' | 'finished' | 'downloads' | 'ratings' | 'stars', number>>()
  const on = (day: string) => {
    const counts = days.get(day) ?? { opened: 0, readers: 0, finished: 0, downloads: 0, ratings: 0, stars: 0 }
    days.set(day, counts)
    return counts
  }
  const once = new Set<string>()
  const isFirst = (...key: string[]) => !once.has(key.join(' ')) && once.add(key.join(' ')) !== undefined
  const furthest = new Map<string, { page: number; pages: number }>()
  const ratings = new Map<string, { day: string; stars: number }>()
  const months = new Map<string, number>()
  for (const { kind, day, book, who, page, stars, host } of events) {
    const whose = `${book.id} ${who}`
    if (kind === 'open' && isFirst('open', whose, day)) {
      on(day).opened++
      const month = `${day.slice(0, 7)} ${host ?? ''}`
      if (host) months.set(month, (months.get(month) ?? 0) + 1)
    }
    if (kind === 'download' && isFirst('download', whose, day)) on(day).downloads++
    if (kind === 'read') {
      const before = furthest.get(whose)?.page ?? 0
      if (before === 0) on(day).readers++
      if (before < Math.ceil(0.97 * book.pages) && page >= Math.ceil(0.97 * book.pages)) on(day).finished++
      furthest.set(whose, { page: Math.max(before, page), pages: book.pages })
    }
    if (kind === 'rate' && ratings.get(whose)?.stars !== stars) ratings.set(whose, { day, stars })
  }
  for (const { day, stars } of ratings.values()) {
    on(day).ratings++
    on(day).stars += stars
  }
  const hostsSince = (month: string) => {
    const hosts = new Map<string, number>()
    for (const [key, count] of months) {
      const [of = '', host = ''] = key.split(' ')
      if (of >= month.slice(0, 7)) hosts.set(host, (hosts.get(host) ?? 0) + count)
    }
    const named = [...hosts].filter(([, count]) => count >= FIGURES_MIN)
    const others = [...hosts].filter(([, count]) => count < FIGURES_MIN)
    return { named: new Map(named), others: others.reduce((sum, [, count]) => sum + count, 0) }
  }
  return { days, furthest: [...furthest.values()], hostsSince }
}

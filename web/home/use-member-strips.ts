import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SHELF } from '#contract/values/books.ts'
import { newBooks, topRatedBooks } from '#contract/calls/books.ts'
import { featuredBooks } from '#contract/calls/premium.ts'
import { listReading } from '#contract/calls/reading.ts'
import { dailyRecommendations, recommendedBooks } from '#contract/calls/recommendations.ts'
import { query } from '#web/api/query.ts'
import type { BooksQuery } from '#web/books/shelf.tsx'
import { usePremiumStrip } from '#web/premium/use-premium-books.ts'
import { withoutRepeats } from './without-repeats.ts'

/** Enough books for a strip that repeats none of that many strips before it. */
const after = (strips: number) => ({ limit: SHELF * (strips + 1) })

/**
 * The strips of a member's home, none of which repeats another's books. They choose in this order: those with the
 * smallest choice first. `isKnown`: all are loaded or failed; before that no strip has books.
 */
export const useMemberStrips = () => {
  const reading = useQuery(query(listReading))
  const strips = {
    featured: useQuery(query(featuredBooks, { query: after(1) })),
    premium: usePremiumStrip(after(2).limit),
    topRated: useQuery(query(topRatedBooks, { query: after(3) })),
    arrivals: useQuery(query(newBooks, { query: after(4) })),
    // It never has the books that are being read.
    recommended: useQuery(query(recommendedBooks, { query: after(4) })),
    today: useQuery(query(dailyRecommendations, { query: after(6) })),
  }
  const all = [reading, ...Object.values(strips)]
  const isSettled = all.every(({ isPending }) => !isPending)
  // Once known they stay so: a call that failed is pending again while it is retried.
  const [isKnown, setIsKnown] = useState(isSettled)
  if (isSettled && !isKnown) setIsKnown(true)
  const [, ...chosen] = withoutRepeats(
    all.map(({ data = [] }) => data),
    SHELF,
  )
  const [featured, premium, topRated, arrivals, recommended, today] = chosen
  // In a young library the recommended books would be the new arrivals again.
  const isAgain = recommended?.every(({ _id }) => arrivals?.some((arrival) => arrival._id === _id))
  const books = { featured, premium, topRated, arrivals, recommended: isAgain ? [] : recommended, today }
  const shown = Object.entries(strips).map(([name, { data, isError, error, refetch }]) => [
    name,
    {
      data: isKnown && data ? books[name as keyof typeof strips] : undefined,
      isError: isKnown && isError,
      error,
      refetch,
    },
  ])
  return { isKnown, strips: Object.fromEntries(shown) as Record<keyof typeof strips, BooksQuery> }
}

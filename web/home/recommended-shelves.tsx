import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/calls/books.ts'
import { RECOMMENDED, dailyRecommendations, recommendedBooks } from '#contract/calls/recommendations.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { HOME } from '#web/messages/home.ts'
import { cutCaption } from './cut-caption.ts'

/** The daily recommendations, the same until midnight. */
export const Today = () => (
  <Shelf
    title={HOME.today}
    query={useQuery(query(dailyRecommendations))}
    call={dailyRecommendations}
    loading={HOME.loadingToday}
    empty={HOME.noToday}
    count={SHELF}
  />
)

/** Recommended books with the start of their captions. */
export const Recommended = () => (
  <Shelf
    title={HOME.recommended}
    query={useQuery(query(recommendedBooks))}
    call={recommendedBooks}
    loading={HOME.loadingRecommended}
    empty={HOME.noRecommended}
    count={RECOMMENDED}
    note={({ caption }) => cutCaption(caption)}
  />
)

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

/** Recommended books with the start of their captions, and the liked book that each was chosen for. */
export const Recommended = () => {
  const recommended = useQuery(query(recommendedBooks))
  const reasons = new Map(recommended.data?.map(({ _id, reason }) => [_id, reason]))
  return (
    <Shelf
      title={HOME.recommended}
      query={recommended}
      call={recommendedBooks}
      loading={HOME.loadingRecommended}
      empty={HOME.noRecommended}
      count={RECOMMENDED}
      figures={({ _id }) => {
        const reason = reasons.get(_id)
        return reason && <span>{HOME.becauseYouLiked(reason.title)}</span>
      }}
      note={({ caption }) => cutCaption(caption)}
    />
  )
}

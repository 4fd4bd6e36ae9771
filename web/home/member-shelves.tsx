import { useQuery } from '@tanstack/react-query'
import { SHELF, newBooks, topRatedBooks } from '#contract/books.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { ContinueReading } from '#web/reading/continue-reading.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { HOME } from '#web/messages/home.ts'
import { FeaturedStrip } from './featured-strip.tsx'
import { Recommended, Today } from './recommended-shelves.tsx'

/** What only members see, four books of each, and between it what the house puts forward. */
export const MemberShelves = () => {
  const topRated = useQuery(query(topRatedBooks, { query: { limit: SHELF } }))
  const arrivals = useQuery(query(newBooks))
  return (
    <>
      <ContinueReading />
      <Shelf
        title={HOME.topRated}
        asked={topRated}
        call={topRatedBooks}
        loading={HOME.loadingTopRated}
        empty={HOME.noTopRated}
        count={SHELF}
        more={
          <ButtonLink kind="quiet" to="/library?sort=top-rated">
            {HOME.allBooks}
          </ButtonLink>
        }
      />
      <Shelf
        title={HOME.newArrivals}
        asked={arrivals}
        call={newBooks}
        loading={HOME.loadingNew}
        empty={HOME.noNew}
        count={SHELF}
        more={
          <ButtonLink kind="quiet" to="/library">
            {HOME.allBooks}
          </ButtonLink>
        }
      />
      <Recommended />
      <Today />
      <FeaturedStrip />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { SHELF, newBooks, topRatedBooks } from '#contract/calls/books.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { ContinueReading } from '#web/reading/continue-reading.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { HOME } from '#web/messages/home.ts'
import { FeaturedStrip } from './book-strips.tsx'
import { Recommended, Today } from './recommended-shelves.tsx'

/** The shelves that only members see, and the featured books. */
export const MemberShelves = () => {
  const topRated = useQuery(query(topRatedBooks, { query: { limit: SHELF } }))
  const arrivals = useQuery(query(newBooks))
  return (
    <>
      <ContinueReading />
      <Shelf
        title={HOME.topRated}
        query={topRated}
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
        query={arrivals}
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

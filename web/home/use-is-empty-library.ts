import { useQuery } from '@tanstack/react-query'
import { listPublicGenres } from '#contract/calls/books.ts'
import { featuredBooks } from '#contract/calls/premium.ts'
import { query } from '#web/api/query.ts'

/**
 * `isEmpty`: no genre has a book. `isKnown`: genres and featured books are loaded or failed. Call it once for each page:
 * two components could see different states of the queries.
 */
export const useIsEmptyLibrary = () => {
  const genres = useQuery(query(listPublicGenres))
  const featured = useQuery(query(featuredBooks))
  return { isEmpty: genres.data?.length === 0, isKnown: !genres.isPending && !featured.isPending }
}

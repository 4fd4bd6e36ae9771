import { useQuery } from '@tanstack/react-query'
import { listPublicGenres } from '#contract/books.ts'
import { featuredBooks } from '#contract/premium.ts'
import { query } from '#web/api/query.ts'

/**
 * `isEmpty` once it is known that no genre has a book; `isKnown` once that and what the house puts forward are known.
 * Asked in one place of a page: of two, one could already know what the other doesn't.
 */
export const useIsEmptyLibrary = () => {
  const genres = useQuery(query(listPublicGenres))
  const featured = useQuery(query(featuredBooks))
  return { isEmpty: genres.data?.length === 0, isKnown: !genres.isPending && !featured.isPending }
}

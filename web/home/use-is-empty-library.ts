import { useQuery } from '@tanstack/react-query'
import { listPublicGenres } from '#contract/books.ts'
import { featuredBooks } from '#contract/premium.ts'
import { query } from '#web/api/query.ts'

/** True once it is known that no genre has a book. */
export const useIsEmptyLibrary = () => useQuery(query(listPublicGenres)).data?.length === 0

/** False until it is known whether first steps stand where the shelves do, and whether the house puts books forward. */
export const useIsHomeKnown = () => {
  const genres = useQuery(query(listPublicGenres))
  const featured = useQuery(query(featuredBooks))
  return !genres.isPending && !featured.isPending
}

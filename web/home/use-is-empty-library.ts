import { useQuery } from '@tanstack/react-query'
import { listPublicGenres } from '#contract/books.ts'
import { query } from '#web/api/query.ts'

/** True once it is known that no genre has a book. */
export const useIsEmptyLibrary = () => useQuery(query(listPublicGenres)).data?.length === 0

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listBooks, listGenres } from '#contract/calls/books.ts'
import { query } from '#web/api/query.ts'
import type { LibraryQuery, LibraryAddress } from './library-address.ts'

const EXACT = { exact: 'true' } as const

export const libraryPageQuery = ({ genre, search, sort, exact, access }: LibraryQuery, page: number) =>
  query(listBooks, {
    query: {
      page,
      sort,
      ...(genre && { genre }),
      ...(search && { query: search }),
      ...(exact && EXACT),
      ...(access && { access }),
    },
  })

/** The genres of the books that a search finds, or of all books, with their counts. */
export const foundGenresQuery = ({ search, exact }: Pick<LibraryQuery, 'search' | 'exact'>) =>
  search ? query(listGenres, { query: { query: search, ...(exact && EXACT) } }) : query(listGenres)

/** Loads one page of the library, shows the previous page meanwhile, and prefetches the next one. */
export const useLibrary = (address: LibraryAddress, admitted: boolean) => {
  const { genre, search, exact, access, page } = address
  const library = useQuery({
    ...libraryPageQuery(address, page),
    enabled: admitted,
    placeholderData: (previous, { meta } = {} as never) => {
      const input = (meta?.input as { query?: Record<string, string | undefined> } | undefined)?.query
      const isSame =
        input?.genre === genre &&
        (input?.query ?? '') === search &&
        (input?.exact === 'true') === exact &&
        input?.access === access
      return isSame ? previous : undefined
    },
  })
  const client = useQueryClient()
  const hasNext = !library.isPlaceholderData && page < (library.data?.totalPages ?? 0)
  const next = libraryPageQuery(address, page + 1)
  useEffect(() => {
    if (hasNext) void client.prefetchQuery(next)
  })
  return library
}

export type Library = ReturnType<typeof useLibrary>

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listBooks, listFacets, listGenres } from '#contract/calls/books.ts'
import { query } from '#web/api/query.ts'
import type { LibraryQuery, LibraryAddress } from './library-address.ts'

const EXACT = { exact: 'true' } as const

type FoundBy = Omit<LibraryQuery, 'page' | 'sort' | 'inside' | 'showsFilters'>

/** What narrows the books, in a query of the API. */
const foundBy = ({ genre, search, exact, filters }: FoundBy) => ({
  ...(genre && { genre }),
  ...(search && { query: search }),
  ...(exact && EXACT),
  ...filters,
})

export const libraryPageQuery = (found: LibraryQuery, page: number) =>
  query(listBooks, { query: { page, sort: found.sort, ...foundBy(found) } })

/** The values of the filters that the books found have. */
export const facetsQuery = (found: FoundBy) => query(listFacets, { query: foundBy(found) })

/** The genres of the books that a search and filters find, or of all books, with their counts. */
export const foundGenresQuery = (found: FoundBy) => {
  const asked = foundBy({ ...found, genre: undefined })
  return Object.keys(asked).length > 0 ? query(listGenres, { query: asked }) : query(listGenres)
}

/** Loads one page of the library, shows the previous page meanwhile, and prefetches the next one. */
export const useLibrary = (address: LibraryAddress, admitted: boolean) => {
  const { page } = address
  const found = JSON.stringify(foundBy(address))
  const library = useQuery({
    ...libraryPageQuery(address, page),
    enabled: admitted,
    placeholderData: (previous, { meta } = {} as never) => {
      const {
        page: _,
        sort: __,
        ...asked
      } = (meta?.input as { query?: Record<string, unknown> } | undefined)?.query ?? {}
      return JSON.stringify(asked) === found ? previous : undefined
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

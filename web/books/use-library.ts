import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listBooks } from '#contract/books.ts'
import { query } from '#web/api/query.ts'
import type { LibraryQuery, LibraryAddress } from './library-address.ts'

export const libraryPageQuery = ({ genre, words, sort }: LibraryQuery, page: number) =>
  query(listBooks, { query: { page, sort, ...(genre && { genre }), ...(words && { query: words }) } })

/** One page of the library; the next one is read ahead, and the one before stays until this one is there. */
export const useLibrary = (address: LibraryAddress, admitted: boolean) => {
  const { genre, words, page } = address
  const asked = useQuery({
    ...libraryPageQuery(address, page),
    enabled: admitted,
    placeholderData: (before, { meta } = {} as never) => {
      const was = (meta?.input as { query?: { genre?: string; query?: string } } | undefined)?.query
      return was?.genre === genre && (was?.query ?? '') === words ? before : undefined
    },
  })
  const client = useQueryClient()
  const hasNext = !asked.isPlaceholderData && page < (asked.data?.totalPages ?? 0)
  const next = libraryPageQuery(address, page + 1)
  useEffect(() => {
    if (hasNext) void client.prefetchQuery(next)
  })
  return asked
}

export type Library = ReturnType<typeof useLibrary>

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listGenres, searchBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import { query as apiQuery } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'

const DEBOUNCE_MS = 180
const SHOWN = 8

export interface Hits {
  /** The debounced query; empty if there is none. */
  query: string
  books: Book[]
  /** The number of all books that match: null if there are too many to count, undefined until it is known. */
  total: number | null | undefined
  failure: string | undefined
  searching: boolean
}

/** The paths of the results. */
export const bookPath = (id: string) => `/book/${id}`
export const resultsPath = (query: string) => `/library?query=${encodeURIComponent(query)}`

/** Searches books for the typed text, debounced. */
export const useHits = (text: string): Hits => {
  const query = useDebounced(text.trim())
  const result = useQuery({ ...apiQuery(searchBooks, { query: { query, limit: SHOWN } }), enabled: query !== '' })
  // The library's counts of genres, which its page needs next.
  const genres = useQuery({
    ...apiQuery(listGenres, { query: { query } }),
    enabled: query !== '' && result.data !== undefined && result.data.length > 0,
  })
  return {
    query,
    books: result.data ?? [],
    total: genres.data?.reduce<number | null>(
      (sum, { count }) => (sum === null || count === null ? null : sum + count),
      0,
    ),
    failure: result.error ? errorMessage(result.error, searchBooks) : undefined,
    searching: result.isPending,
  }
}

const useDebounced = (text: string) => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return text && debounced
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { COUNTED_HITS } from '#contract/values/books.ts'
import { searchBooks, suggestSearches } from '#contract/calls/books.ts'
import type { SearchHit, Suggestions } from '#contract/books.ts'
import { query as apiQuery } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'

const DEBOUNCE_MS = 180
const SHOWN = 8

export interface Hits {
  books: SearchHit[]
  authors: Suggestions['authors']
  /** The number of all books that match: null if there are too many to count, undefined until it is known. */
  total: number | null | undefined
  failure: string | undefined
  /** Whether these are the answers for the typed text. Until then they are those for an earlier text, if any. */
  isCurrent: boolean
}

/** Searches for the typed text, debounced. Only the answers for the latest text are shown, in whatever order they arrive. */
export const useHits = (text: string): Hits => {
  const query = useDebounced(text)
  const found = useQuery({
    ...apiQuery(searchBooks, { query: { query, limit: SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const suggested = useQuery({
    ...apiQuery(suggestSearches, { query: { query } }),
    placeholderData: keepPreviousData,
  })
  const isCurrent = query === text && !found.isPlaceholderData && !found.isPending
  const total = isCurrent && !suggested.isPlaceholderData ? suggested.data?.totalBooks : undefined
  return {
    books: found.data ?? [],
    authors: suggested.data?.authors ?? [],
    total: total === COUNTED_HITS ? null : total,
    failure: found.error ? errorMessage(found.error, searchBooks) : undefined,
    isCurrent,
  }
}

const useDebounced = (text: string) => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import { query as apiQuery } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'

const DEBOUNCE_MS = 180
const SHOWN = 8

export interface Hits {
  /** The debounced query; empty if there is none. */
  query: string
  books: Book[]
  failure: string | undefined
  searching: boolean
}

/** Searches books for the typed text, debounced. */
export const useHits = (text: string): Hits => {
  const query = useDebounced(text.trim())
  const result = useQuery({ ...apiQuery(searchBooks, { query: { query, limit: SHOWN } }), enabled: query !== '' })
  return {
    query,
    books: result.data ?? [],
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

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchBooks } from '#contract/books.ts'
import type { Book } from '#contract/books.ts'
import { query as queryOf } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'

const PAUSE_MS = 180
const SHOWN = 8

export interface Hits {
  /** What was asked, once typing paused; empty while there is nothing to ask. */
  query: string
  books: Book[]
  failure: string | undefined
  searching: boolean
}

/** The books for what is being typed, asked when typing pauses. */
export const useHits = (text: string): Hits => {
  const query = usePaused(text.trim())
  const asked = useQuery({ ...queryOf(searchBooks, { query: { query, limit: SHOWN } }), enabled: query !== '' })
  return {
    query,
    books: asked.data ?? [],
    failure: asked.error ? wordsFor(asked.error, searchBooks) : undefined,
    searching: asked.isPending,
  }
}

const usePaused = (text: string) => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return text && paused
}

import { useCallback, useEffect, useState } from 'react'
import type { BookSearch, SearchState } from '#web/reading/format/book-search.ts'

const IDLE: SearchState = { step: 'idle', current: 0, total: 0 }

/** Searches the whole book, and follows how far the search is. */
export const useFind = (search: BookSearch | undefined) => {
  const [result, setResult] = useState(IDLE)
  useEffect(
    () => search?.follow((state) => setResult((previous) => (previous.step === 'idle' ? previous : state))),
    [search],
  )
  const find = useCallback<BookSearch['find']>(
    (query, options = {}) => {
      setResult((previous) => (query.length > 0 ? (options.again ? previous : { ...IDLE, step: 'searching' }) : IDLE))
      search?.find(query, options)
    },
    [search],
  )
  const stop = useCallback(() => {
    setResult(IDLE)
    search?.stop()
  }, [search])
  return { result, find, stop }
}

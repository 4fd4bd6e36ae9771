import { useCallback, useEffect, useState } from 'react'
import type { Pages } from './show-pages.ts'

export interface Found {
  step: 'idle' | 'looking' | 'found' | 'none'
  current: number
  total: number
}

const NOTHING: Found = { step: 'idle', current: 0, total: 0 }
/** FindState of pdf.js, whose values come with it only when a book is open. */
const NOT_FOUND = 1
const PENDING = 3

interface Told {
  state?: number
  matchesCount: { current: number; total: number }
}

/** Finds words in the whole book, page by page, and marks them. */
export const useFind = (pages: Pages | undefined) => {
  const [found, setFound] = useState(NOTHING)
  useEffect(() => {
    if (!pages) return
    const count = ({ matchesCount }: Told) =>
      setFound((before) => (before.step === 'idle' ? before : { ...matchesCount, step: stepOf(before, matchesCount) }))
    const tell = ({ state, matchesCount }: Told) => {
      const step = state === PENDING ? 'looking' : state === NOT_FOUND ? 'none' : 'found'
      setFound((before) => (before.step === 'idle' ? before : { ...matchesCount, step }))
    }
    pages.events.on('updatefindmatchescount', count)
    pages.events.on('updatefindcontrolstate', tell)
    return () => {
      pages.events.off('updatefindmatchescount', count)
      pages.events.off('updatefindcontrolstate', tell)
    }
  }, [pages])

  const find = useCallback(
    (query: string, how: { again?: boolean; back?: boolean } = {}) => {
      setFound((before) => (query ? (how.again ? before : { ...NOTHING, step: 'looking' }) : NOTHING))
      pages?.events.dispatch('find', {
        source: pages,
        type: how.again ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: how.back === true,
        matchDiacritics: false,
      })
    },
    [pages],
  )
  const stop = useCallback(() => {
    setFound(NOTHING)
    pages?.events.dispatch('findbarclose', { source: pages })
  }, [pages])
  return { found, find, stop }
}

const stepOf = (before: Found, { total }: { total: number }) => (total > 0 ? 'found' : before.step)

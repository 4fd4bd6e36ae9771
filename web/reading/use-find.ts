import { useCallback, useEffect, useState } from 'react'
import type { Pages } from './show-pages.ts'

export interface FindResult {
  step: 'idle' | 'searching' | 'found' | 'none'
  current: number
  total: number
}

const IDLE: FindResult = { step: 'idle', current: 0, total: 0 }
/** Values of pdf.js' FindState. Importing them would load pdf.js before a book is opened. */
const NOT_FOUND = 1
const PENDING = 3

/** Scripts without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

interface FindEvent {
  state?: number
  matchesCount: { current: number; total: number }
}

/** Searches the whole book and highlights the matches: a text wherever it is, or any of several words and phrases. */
export const useFind = (pages: Pages | undefined) => {
  const [result, setResult] = useState(IDLE)
  useEffect(() => {
    if (!pages) return
    const onCount = ({ matchesCount }: FindEvent) =>
      setResult((previous) =>
        previous.step === 'idle' ? previous : { ...matchesCount, step: stepOf(previous, matchesCount) },
      )
    const onState = ({ state, matchesCount }: FindEvent) => {
      const step = state === PENDING ? 'searching' : state === NOT_FOUND ? 'none' : 'found'
      setResult((previous) => (previous.step === 'idle' ? previous : { ...matchesCount, step }))
    }
    pages.events.on('updatefindmatchescount', onCount)
    pages.events.on('updatefindcontrolstate', onState)
    return () => {
      pages.events.off('updatefindmatchescount', onCount)
      pages.events.off('updatefindcontrolstate', onState)
    }
  }, [pages])

  const find = useCallback(
    (query: string | string[], options: { again?: boolean; back?: boolean } = {}) => {
      setResult((previous) => (query.length > 0 ? (options.again ? previous : { ...IDLE, step: 'searching' }) : IDLE))
      pages?.events.dispatch('find', {
        source: pages,
        type: options.again ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: Array.isArray(query) && !query.some((words) => UNSPACED.test(words)),
        highlightAll: true,
        findPrevious: options.back === true,
        matchDiacritics: false,
      })
    },
    [pages],
  )
  const stop = useCallback(() => {
    setResult(IDLE)
    pages?.events.dispatch('findbarclose', { source: pages })
  }, [pages])
  return { result, find, stop }
}

const stepOf = (previous: FindResult, { total }: { total: number }) => (total > 0 ? 'found' : previous.step)

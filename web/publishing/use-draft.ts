import { useCallback, useRef } from 'react'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import type { Words } from './check-book.ts'

export const EMPTY: Words = { title: '', author: '', caption: '', genre: '', cover: 'series' }

/** The words of the form, kept under `key`; they survive a reload. */
export const useDraft = (key: string, initial: Words) => {
  const [words, set, clear] = useUnsentDraft<Words>(key, initial)
  // What is read from a PDF arrives later than it was asked for, and must not bring old words back.
  const latest = useRef(words)
  latest.current = words
  const change = useCallback(
    (patch: Partial<Words>) => {
      latest.current = { ...latest.current, ...patch }
      set(latest.current)
    },
    [set],
  )
  return { words, latest, change, clear }
}

import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'
import { toDetailFields } from '#contract/shapes/detail-fields.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import type { BookFields } from './check-book.ts'

export const EMPTY: BookFields = {
  title: '',
  author: '',
  caption: '',
  genre: '',
  cover: 'series',
  coverSeed: 0,
  ...toDetailFields({}),
}

export interface BookDraft {
  fields: BookFields
  /** The current fields, for callbacks of an earlier render. */
  latest: RefObject<BookFields>
  change: (patch: Partial<BookFields>) => void
}

/** The fields of the form. What differs from `initial` is stored under `key`, so that it survives a reload. */
export const useDraft = (key: string, initial: BookFields) => {
  const [stored, set, clear] = useUnsentDraft<Partial<BookFields>>(key, {})
  const changes = changesTo(initial, stored)
  const fields = { ...initial, ...changes }
  // A PDF is read asynchronously: its callback must not restore outdated fields.
  const latest = useRef(fields)
  latest.current = fields
  const latestInitial = useRef(initial)
  latestInitial.current = initial
  const change = useCallback(
    (patch: Partial<BookFields>) => {
      latest.current = { ...latest.current, ...patch }
      set(changesTo(latestInitial.current, latest.current))
    },
    [set],
  )
  return { fields, changes, latest, change, clear }
}

const changesTo = (initial: BookFields, fields: Partial<BookFields>): Partial<BookFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initial[name as keyof BookFields]))

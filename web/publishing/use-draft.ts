import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { toDetailFields } from './detail-fields.ts'
import type { BookFields } from './check-book.ts'

export const EMPTY: BookFields = {
  ...{ title: '', author: '', caption: '', genre: '', cover: 'series', coverSeed: 0 },
  ...toDetailFields({}),
}

export interface BookDraft {
  fields: BookFields
  /** The current fields, for callbacks of an earlier render. */
  latest: RefObject<BookFields>
  change: (patch: Partial<BookFields>) => void
}

/** The fields of the form, stored under `key` so that they survive a reload. */
export const useDraft = (key: string, initial: BookFields) => {
  const [stored, set, clear] = useUnsentDraft<Partial<BookFields>>(key, initial)
  // A draft of an earlier version lacks the fields that were added since.
  const fields = { ...initial, ...stored }
  // A PDF is read asynchronously: its callback must not restore outdated fields.
  const latest = useRef(fields)
  latest.current = fields
  const change = useCallback(
    (patch: Partial<BookFields>) => {
      latest.current = { ...latest.current, ...patch }
      set(latest.current)
    },
    [set],
  )
  return { fields, latest, change, clear }
}

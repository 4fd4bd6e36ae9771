import { useCallback, useRef } from 'react'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'

interface DraftChanges<T> {
  /** The values when the first change was typed. */
  base: T
  changes: Partial<T>
}

/**
 * Unsent changes to `current`, field by field; they survive a reload. Unchanged fields follow `current`; `conflicts` are
 * the changed fields whose current value somebody else has changed since the base.
 */
export const useDraftChanges = <T extends object>(key: string, current: T) => {
  const [stored, set, clear] = useUnsentDraft<DraftChanges<T> | null>(`admin:${key}`, null)
  const latestStored = useRef(stored)
  latestStored.current = stored
  const latestCurrent = useRef(current)
  latestCurrent.current = current
  const change = useCallback(
    (patch: Partial<T>) => {
      const base = latestStored.current?.base ?? latestCurrent.current
      const changes = onlyChanged({ ...latestStored.current?.changes, ...patch }, base)
      latestStored.current = Object.keys(changes).length > 0 ? { base, changes } : null
      if (latestStored.current) set(latestStored.current)
      else clear()
    },
    [set, clear],
  )
  const changes: Partial<T> = stored?.changes ?? {}
  const fields = Object.keys(changes) as (keyof T)[]
  return {
    value: { ...current, ...changes },
    changes,
    isChanged: fields.length > 0,
    conflicts: fields.filter(
      (field) => stored && stored.base[field] !== current[field] && current[field] !== changes[field],
    ),
    change,
    clear,
  }
}

const onlyChanged = <T extends object>(changes: Partial<T>, base: T): Partial<T> => {
  const entries = (Object.entries(changes) as [keyof T, T[keyof T]][]).filter(([field, value]) => value !== base[field])
  return Object.fromEntries(entries) as Partial<T>
}

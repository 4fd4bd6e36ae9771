import { useCallback, useRef } from 'react'
import { useUnsent } from '#web/session/unsent.ts'

interface Kept<T> {
  /** What it was when the first change was typed. */
  seen: T
  changes: Partial<T>
}

/**
 * What is typed over what there is, field by field; it survives a reload. A field that is not touched shows what there
 * is now, also when another has just changed it; `overtaken` are the touched ones that another has changed meanwhile.
 */
export const useDraftChanges = <T extends object>(key: string, now: T) => {
  const [kept, set, clear] = useUnsent<Kept<T> | null>(`admin:${key}`, null)
  const latest = useRef(kept)
  latest.current = kept
  const current = useRef(now)
  current.current = now
  const change = useCallback(
    (patch: Partial<T>) => {
      const seen = latest.current?.seen ?? current.current
      const changes = touched({ ...latest.current?.changes, ...patch }, seen)
      latest.current = Object.keys(changes).length > 0 ? { seen, changes } : null
      if (latest.current) set(latest.current)
      else clear()
    },
    [set, clear],
  )
  const changes: Partial<T> = kept?.changes ?? {}
  const fields = Object.keys(changes) as (keyof T)[]
  return {
    value: { ...now, ...changes },
    changes,
    isChanged: fields.length > 0,
    overtaken: fields.filter((field) => kept && kept.seen[field] !== now[field] && now[field] !== changes[field]),
    change,
    clear,
  }
}

const touched = <T extends object>(changes: Partial<T>, seen: T): Partial<T> => {
  const entries = (Object.entries(changes) as [keyof T, T[keyof T]][]).filter(([field, value]) => value !== seen[field])
  return Object.fromEntries(entries) as Partial<T>
}

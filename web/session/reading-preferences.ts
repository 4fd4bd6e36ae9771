import { useCallback, useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

/** A setting of the reader, stored in this browser. `paged` is of pages, `scrolled` of text that flows. */
type ReadingPreference = 'paged' | 'two-pages' | 'scrolled'

const keyOf = (preference: ReadingPreference) => `reading:${preference}`
const { subscribe, notify } = createListeners()

export const readPreference = (preference: ReadingPreference) => readStored('localStorage', keyOf(preference)) === 'on'

const toggle = (preference: ReadingPreference) => {
  writeStored('localStorage', keyOf(preference), readPreference(preference) ? null : 'on')
  notify()
}

/** `const [isPaged, togglePaged] = useReadingPreference('paged')` */
export const useReadingPreference = (preference: ReadingPreference) => {
  const on = useSyncExternalStore(
    subscribe,
    () => readPreference(preference),
    () => false,
  )
  return [on, useCallback(() => toggle(preference), [preference])] as const
}

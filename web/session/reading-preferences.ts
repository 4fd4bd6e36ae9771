import { useCallback, useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

/** A setting of the PDF reader, stored in this browser. */
type ReadingPreference = 'paged' | 'two-pages'

const keyOf = (preference: ReadingPreference) => `reading:${preference}`
const { subscribe, notify } = createListeners()

const isOn = (preference: ReadingPreference) => readStored('localStorage', keyOf(preference)) === 'on'

const toggle = (preference: ReadingPreference) => {
  writeStored('localStorage', keyOf(preference), isOn(preference) ? null : 'on')
  notify()
}

/** `const [isPaged, togglePaged] = useReadingPreference('paged')` */
export const useReadingPreference = (preference: ReadingPreference) => {
  const on = useSyncExternalStore(
    subscribe,
    () => isOn(preference),
    () => false,
  )
  return [on, useCallback(() => toggle(preference), [preference])] as const
}

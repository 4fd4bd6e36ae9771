import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

/** A setting of the PDF reader, stored in this browser. */
type ReadingPreference = 'dark-page' | 'two-pages'

const keyOf = (preference: ReadingPreference) => `reading:${preference}`
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const isOn = (preference: ReadingPreference) => readStored('localStorage', keyOf(preference)) === 'on'

const toggle = (preference: ReadingPreference) => {
  writeStored('localStorage', keyOf(preference), isOn(preference) ? null : 'on')
  for (const listener of listeners) listener()
}

/** `const [isDark, toggleDark] = useReadingPreference('dark-page')` */
export const useReadingPreference = (preference: ReadingPreference) => {
  const on = useSyncExternalStore(
    subscribe,
    () => isOn(preference),
    () => false,
  )
  return [on, useCallback(() => toggle(preference), [preference])] as const
}

import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

/** How somebody likes their pages, remembered in this browser. */
export const READING_PREFERENCES = ['dark-page', 'two-pages'] as const
export type ReadingPreference = (typeof READING_PREFERENCES)[number]

const keyOf = (choice: ReadingPreference) => `reading:${choice}`
const listeners = new Set<() => void>()

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  window.addEventListener('storage', heard)
  return () => {
    listeners.delete(heard)
    window.removeEventListener('storage', heard)
  }
}

const isOn = (choice: ReadingPreference) => readStored('localStorage', keyOf(choice)) === 'on'

const toggle = (choice: ReadingPreference) => {
  writeStored('localStorage', keyOf(choice), isOn(choice) ? null : 'on')
  for (const heard of listeners) heard()
}

/** `const [isDark, toggleDark] = useReadingPreference('dark-page')` */
export const useReadingPreference = (choice: ReadingPreference) => {
  const on = useSyncExternalStore(
    subscribe,
    () => isOn(choice),
    () => false,
  )
  return [on, useCallback(() => toggle(choice), [choice])] as const
}

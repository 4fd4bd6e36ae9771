import { useCallback, useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

/** A setting of the PDF reader, stored in this browser. */
type ReadingPreference = 'dark-page' | 'two-pages'

const keyOf = (preference: ReadingPreference) => `reading:${preference}`
const { subscribe, notify } = createListeners()

const isOn = (preference: ReadingPreference) => readStored('localStorage', keyOf(preference)) === 'on'

/** Sets `data-dark-page` for CSS, as the inline script does before the first paint. */
const markDocument = () => {
  document.documentElement.toggleAttribute('data-dark-page', isOn('dark-page'))
}

const toggle = (preference: ReadingPreference) => {
  writeStored('localStorage', keyOf(preference), isOn(preference) ? null : 'on')
  markDocument()
  notify()
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

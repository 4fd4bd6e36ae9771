import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

/** How somebody likes their pages, remembered in this browser. */
export const READING_CHOICES = ['dark-page', 'two-pages'] as const
export type ReadingChoice = (typeof READING_CHOICES)[number]

const keyOf = (choice: ReadingChoice) => `reading:${choice}`
const listeners = new Set<() => void>()

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  window.addEventListener('storage', heard)
  return () => {
    listeners.delete(heard)
    window.removeEventListener('storage', heard)
  }
}

const isOn = (choice: ReadingChoice) => readStored('localStorage', keyOf(choice)) === 'on'

const toggle = (choice: ReadingChoice) => {
  writeStored('localStorage', keyOf(choice), isOn(choice) ? null : 'on')
  for (const heard of listeners) heard()
}

/** `const [isDark, toggleDark] = useReadingChoice('dark-page')` */
export const useReadingChoice = (choice: ReadingChoice) => {
  const on = useSyncExternalStore(
    subscribe,
    () => isOn(choice),
    () => false,
  )
  return [on, useCallback(() => toggle(choice), [choice])] as const
}

import { useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

/** The colours of the reader: page, desk and bars. */
export const ROOMS = ['paper', 'sepia', 'dusk', 'night'] as const
export type Room = (typeof ROOMS)[number]

const KEY = 'reading:room'
const DARK_SCHEME = '(prefers-color-scheme: dark)'

export const isDark = (room: Room) => room === 'dusk' || room === 'night'

/** The chosen room, or else the one of the theme. The inline script does the same before the first paint. */
export const readRoom = (): Room => {
  const stored = readStored('localStorage', KEY)
  const chosen = ROOMS.find((room) => room === stored)
  if (chosen) return chosen
  const { theme } = document.documentElement.dataset
  const isDarkTheme = theme ? theme === 'dark' : window.matchMedia(DARK_SCHEME).matches
  return isDarkTheme ? 'night' : 'paper'
}

/** Sets `data-room` for CSS. */
const markDocument = () => {
  document.documentElement.dataset.room = readRoom()
}

const { subscribe, notify } = createListeners(KEY, markDocument)

const subscribeWithTheme = (listener: () => void) => {
  const unsubscribe = subscribe(listener)
  const scheme = window.matchMedia(DARK_SCHEME)
  const onScheme = () => {
    markDocument()
    listener()
  }
  scheme.addEventListener('change', onScheme)
  // The theme may have been changed since the document was loaded.
  markDocument()
  return () => {
    unsubscribe()
    scheme.removeEventListener('change', onScheme)
  }
}

const setRoom = (room: Room) => {
  writeStored('localStorage', KEY, room)
  markDocument()
  notify()
}

/** The room of the reader, stored in this browser. */
export const useRoom = () => {
  const room = useSyncExternalStore(subscribeWithTheme, readRoom, (): Room => 'paper')
  return [room, setRoom] as const
}

import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME = 'theme'

const listeners = new Set<() => void>()

const readTheme = (): Theme => {
  const stored = readStored('localStorage', THEME)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const apply = () => {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

const setTheme = (theme: Theme) => {
  writeStored('localStorage', THEME, theme === 'system' ? null : theme)
  apply()
}

const subscribe = (listener: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === THEME) apply()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The chosen theme, stored in this browser. */
export const useTheme = () => {
  const theme = useSyncExternalStore(subscribe, readTheme, (): Theme => 'system')
  return [theme, setTheme] as const
}

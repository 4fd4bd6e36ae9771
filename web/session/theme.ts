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
  for (const heard of listeners) heard()
}

const setTheme = (theme: Theme) => {
  writeStored('localStorage', THEME, theme === 'system' ? null : theme)
  apply()
}

const subscribe = (heard: () => void) => {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === null || key === THEME) apply()
  }
  listeners.add(heard)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(heard)
    window.removeEventListener('storage', fromOtherTab)
  }
}

/** The theme that was chosen, remembered in this browser. */
export const useTheme = () => {
  const theme = useSyncExternalStore(subscribe, readTheme, (): Theme => 'system')
  return [theme, setTheme] as const
}

import { useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME = 'theme'

const readTheme = (): Theme => {
  const stored = readStored('localStorage', THEME)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const applyTheme = () => {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

const { subscribe, notify } = createListeners(THEME, applyTheme)

const setTheme = (theme: Theme) => {
  writeStored('localStorage', THEME, theme === 'system' ? null : theme)
  applyTheme()
  notify()
}

/** The chosen theme, stored in this browser. */
export const useTheme = () => {
  const theme = useSyncExternalStore(subscribe, readTheme, (): Theme => 'system')
  return [theme, setTheme] as const
}

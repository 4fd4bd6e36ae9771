type StorageArea = 'localStorage' | 'sessionStorage'

/** What browsers did not store (private windows, full disks): these values live as long as the page. */
const fallback = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }

/** Reads browser storage without throwing. */
export const readStored = (area: StorageArea, key: string): string | null => {
  try {
    return fallback[area].get(key) ?? window[area].getItem(key)
  } catch {
    return null
  }
}

/** Writes browser storage without throwing; null removes the key. Returns whether the browser has stored it. */
export const writeStored = (area: StorageArea, key: string, value: string | null): boolean => {
  fallback[area].delete(key)
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
    return true
  } catch {
    if (value !== null) fallback[area].set(key, value)
    return false
  }
}

/** The stored keys that start with `prefix`. */
export const storedKeys = (area: StorageArea, prefix: string): string[] => {
  const keys = new Set(fallback[area].keys())
  try {
    for (const key of Object.keys(window[area])) keys.add(key)
  } catch {
    // Storage is blocked: it has none.
  }
  return [...keys].filter((key) => key.startsWith(prefix))
}

/** Change listeners of a store. Changes of `key` in another tab also notify them, after `onOtherTab`. */
export const createListeners = (key?: string, onOtherTab = () => {}) => {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    const onStorage = (event: StorageEvent) => {
      if (key && event.key !== null && event.key !== key) return
      onOtherTab()
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }
  return { subscribe, notify: () => listeners.forEach((listener) => listener()) }
}

/** Fallback for browsers that block storage (private windows, full disks): these values live as long as the page. */
const fallback = new Map<string, string>()

type StorageArea = 'localStorage' | 'sessionStorage'

/** Reads browser storage without throwing. */
export const readStored = (area: StorageArea, key: string): string | null => {
  try {
    return window[area].getItem(key)
  } catch {
    return fallback.get(key) ?? null
  }
}

/** Writes browser storage without throwing; null removes the key. */
export const writeStored = (area: StorageArea, key: string, value: string | null) => {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
  } catch {
    if (value === null) fallback.delete(key)
    else fallback.set(key, value)
  }
}

/** The stored keys that start with `prefix`. */
export const storedKeys = (area: StorageArea, prefix: string): string[] => {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(prefix))
  } catch {
    return [...fallback.keys()].filter((key) => key.startsWith(prefix))
  }
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

/** Browser storage that never throws: where it is closed (private windows, full disks) a value lives as long as the page. */
const kept = new Map<string, string>()

type Where = 'localStorage' | 'sessionStorage'

export const readStored = (where: Where, key: string): string | null => {
  try {
    return window[where].getItem(key)
  } catch {
    return kept.get(key) ?? null
  }
}

export const writeStored = (where: Where, key: string, value: string | null) => {
  try {
    if (value === null) window[where].removeItem(key)
    else window[where].setItem(key, value)
  } catch {
    if (value === null) kept.delete(key)
    else kept.set(key, value)
  }
}

/** The keys in storage that begin so. */
export const storedKeys = (where: Where, prefix: string): string[] => {
  try {
    return Object.keys(window[where]).filter((key) => key.startsWith(prefix))
  } catch {
    return [...kept.keys()].filter((key) => key.startsWith(prefix))
  }
}

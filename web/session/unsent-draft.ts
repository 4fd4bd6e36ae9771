import { useCallback, useSyncExternalStore } from 'react'
import { createListeners, readStored, storedKeys, writeStored } from './browser-storage.ts'

const PREFIX = 'unsent:'

const { subscribe, notify } = createListeners()
const parsed = new Map<string, { text: string; value: unknown }>()

/** Returns the same object while the stored text is unchanged, as `useSyncExternalStore` requires. */
const read = (key: string): unknown => {
  const text = readStored('sessionStorage', PREFIX + key)
  if (text === null) return undefined
  const cached = parsed.get(key)
  if (cached?.text === text) return cached.value
  const value: unknown = JSON.parse(text)
  parsed.set(key, { text, value })
  return value
}

const write = (key: string, value: unknown) => {
  writeStored('sessionStorage', PREFIX + key, value === undefined ? null : JSON.stringify(value))
  notify()
}

/** Form state that survives a reload until `clear`. Plain JSON only. `const [text, setText, clear] = useUnsentDraft(key, '')` */
export const useUnsentDraft = <T>(key: string, initial: T) => {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => undefined,
  )
  const set = useCallback((value: T) => write(key, value), [key])
  const clear = useCallback(() => write(key, undefined), [key])
  return [stored === undefined ? initial : (stored as T), set, clear] as const
}

/** At logout: removes all drafts, which belong to the user who typed them. */
export const removeUnsentDrafts = () => {
  for (const key of storedKeys('sessionStorage', PREFIX)) writeStored('sessionStorage', key, null)
  notify()
}

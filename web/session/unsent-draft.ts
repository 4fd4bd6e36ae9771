import { useCallback, useSyncExternalStore } from 'react'
import { readStored, storedKeys, writeStored } from './browser-storage.ts'

const PREFIX = 'unsent:'

const listeners = new Set<() => void>()
const parsed = new Map<string, { text: string; value: unknown }>()

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** The same object as long as the text is the same. */
const read = (key: string): unknown => {
  const text = readStored('sessionStorage', PREFIX + key)
  if (text === null) return undefined
  const known = parsed.get(key)
  if (known?.text === text) return known.value
  const value: unknown = JSON.parse(text)
  parsed.set(key, { text, value })
  return value
}

const write = (key: string, value: unknown) => {
  writeStored('sessionStorage', PREFIX + key, value === undefined ? null : JSON.stringify(value))
  for (const heard of listeners) heard()
}

/** State of a form that survives a reload until `clear`; plain JSON alone. `const [text, setText, clear] = useUnsentDraft(key, '')` */
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

/** At logout: what was typed belongs to who typed it. */
export const removeUnsentDrafts = () => {
  for (const key of storedKeys('sessionStorage', PREFIX)) writeStored('sessionStorage', key, null)
  for (const heard of listeners) heard()
}

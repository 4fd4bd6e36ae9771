import { useCallback, useSyncExternalStore } from 'react'
import type { User } from '#contract/shapes/people.ts'
import { createListeners, readStored, storedKeys, writeStored } from './browser-storage.ts'

const PREFIX = 'unsent:'
/** In `localStorage`: what follows the prefix since somebody has logged out in any tab, and the user who has logged in since. */
const BEGUN = 'drafts'
const OWNER = 'drafts-of'

const { subscribe, notify } = createListeners(BEGUN)
const keyOf = (key: string) => PREFIX + (readStored('localStorage', BEGUN) ?? '') + key
const parsed = new Map<string, { text: string; value: unknown }>()

/** Returns the same object while the stored text is unchanged, as `useSyncExternalStore` requires. */
const read = (key: string): unknown => {
  const text = readStored('sessionStorage', keyOf(key))
  if (text === null) return undefined
  const cached = parsed.get(key)
  if (cached?.text === text) return cached.value
  const value: unknown = JSON.parse(text)
  parsed.set(key, { text, value })
  return value
}

const write = (key: string, value: unknown) => {
  writeStored('sessionStorage', keyOf(key), value === undefined ? null : JSON.stringify(value))
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

/** At logout: removes all drafts, which belong to the user who typed them. Other tabs no longer show theirs either. */
export const removeUnsentDrafts = () => {
  writeStored('localStorage', BEGUN, `${Date.now()}:`)
  writeStored('localStorage', OWNER, null)
  removeFormerDrafts()
}

/** Removes what was typed in this tab before somebody logged out in another. */
export const removeFormerDrafts = () => {
  const current = keyOf('')
  for (const key of storedKeys('sessionStorage', PREFIX))
    if (!key.startsWith(current)) writeStored('sessionStorage', key, null)
  notify()
}

/**
 * At login: drafts of another user are removed, also if that session ended by itself, with what a visitor has typed since,
 * which can't be told from theirs. Those of a visitor or guest stay where nobody was logged in before.
 */
export const ownDrafts = ({ _id, guest }: User) => {
  const owner = readStored('localStorage', OWNER)
  const next = guest ? null : _id
  if (owner === next) return
  if (owner) removeUnsentDrafts()
  writeStored('localStorage', OWNER, next)
}

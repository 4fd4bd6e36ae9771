import { readStored, writeStored } from './browser-storage.ts'

const TOKEN = 'token'

const listeners = new Set<() => void>()

export const readToken = (): string | null => readStored('localStorage', TOKEN)

export const writeToken = (token: string | null) => {
  writeStored('localStorage', TOKEN, token)
  markDocument()
  for (const listener of listeners) listener()
}

/** Removes this token, unless another one has replaced it. */
export const dropToken = (token: string) => {
  if (readToken() === token) writeToken(null)
}

/** Calls `listener` on each change of the token, in this tab or in another. Returns the unsubscribe function. */
export const onTokenChange = (listener: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== TOKEN) return
    markDocument()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Sets `data-auth` for CSS, as the inline script does before the first paint. */
const markDocument = () => {
  if (readToken()) document.documentElement.dataset.auth = 'member'
  else delete document.documentElement.dataset.auth
}

import { readStored, writeStored } from './browser-storage.ts'

const TOKEN = 'token'

const listeners = new Set<() => void>()

export const readToken = (): string | null => readStored('localStorage', TOKEN)

export const writeToken = (token: string | null) => {
  writeStored('localStorage', TOKEN, token)
  markDocument()
  for (const heard of listeners) heard()
}

/** Forgets this token, unless another has taken its place meanwhile. */
export const dropToken = (token: string) => {
  if (readToken() === token) writeToken(null)
}

/** Hears of every change, in this tab and in the others. */
export const onTokenChange = (heard: () => void) => {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key !== null && key !== TOKEN) return
    markDocument()
    heard()
  }
  listeners.add(heard)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(heard)
    window.removeEventListener('storage', fromOtherTab)
  }
}

/** For CSS, as the inline script of the head does before the first paint. */
const markDocument = () => {
  if (readToken()) document.documentElement.dataset.auth = 'member'
  else delete document.documentElement.dataset.auth
}

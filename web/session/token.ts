import { createListeners, readStored, writeStored } from './browser-storage.ts'

const TOKEN = 'token'

export const readToken = (): string | null => readStored('localStorage', TOKEN)

/** Sets `data-auth` for CSS, as the inline script does before the first paint. */
const markDocument = () => {
  if (readToken()) document.documentElement.dataset.auth = 'member'
  else delete document.documentElement.dataset.auth
}

const { subscribe, notify } = createListeners(TOKEN, markDocument)

/** Calls a listener on each change of the token, in this tab or in another. Returns the unsubscribe function. */
export const onTokenChange = subscribe

export const writeToken = (token: string | null) => {
  writeStored('localStorage', TOKEN, token)
  markDocument()
  notify()
}

/** Removes this token, unless another one has replaced it. */
export const dropToken = (token: string) => {
  if (readToken() === token) writeToken(null)
}

import { useSyncExternalStore } from 'react'

/** The event by which a browser offers to install the site, once, soon after the page has loaded. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let deferredPrompt: InstallPrompt | undefined
const listeners = new Set<() => void>()

const storePrompt = (prompt: InstallPrompt | undefined) => {
  deferredPrompt = prompt
  for (const listener of listeners) listener()
}

/** Stores the install prompt for later. Call it on every page, because the browser sends the event only once. */
export const captureInstallPrompt = () => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    storePrompt(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => storePrompt(undefined))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the browser's install prompt. Undefined if the browser does not offer one. */
export const useInstall = () => {
  const prompt = useSyncExternalStore(
    subscribe,
    () => deferredPrompt,
    () => undefined,
  )
  if (!prompt) return undefined
  return async () => {
    // A prompt can be used once.
    storePrompt(undefined)
    await prompt.prompt()
  }
}

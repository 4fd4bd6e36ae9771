import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/session/browser-storage.ts'

/** The event by which a browser offers to install the site, once, soon after the page has loaded. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let deferredPrompt: InstallPrompt | undefined
const { subscribe, notify } = createListeners()

const storePrompt = (prompt: InstallPrompt | undefined) => {
  deferredPrompt = prompt
  notify()
}

/** Stores the install prompt for later. Call it on every page, because the browser sends the event only once. */
export const captureInstallPrompt = () => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    storePrompt(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => storePrompt(undefined))
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

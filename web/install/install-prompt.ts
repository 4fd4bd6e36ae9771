import { useSyncExternalStore } from 'react'

/** What a browser that can install the site hands out, once, soon after the page has come. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()

const keep = (prompt: InstallPrompt | undefined) => {
  kept = prompt
  for (const heard of listeners) heard()
}

/** Listens from the start, whatever page comes first. */
export const captureInstallPrompt = () => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => keep(undefined))
}

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Installs the site after asking the reader; undefined where the browser doesn't offer that. */
export const useInstall = () => {
  const prompt = useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  )
  if (!prompt) return undefined
  return async () => {
    // It can be used once.
    keep(undefined)
    await prompt.prompt()
  }
}

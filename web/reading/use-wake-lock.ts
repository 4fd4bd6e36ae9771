import { useEffect } from 'react'

/** The screen may turn off after nothing was touched for this long: the reader has fallen asleep. */
const IDLE_MS = 15 * 60_000

/** Keeps the screen on while `isReading`, where the browser can. */
export const useWakeLock = (isReading: boolean) => {
  useEffect(() => {
    if (!isReading || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let timer: number | undefined
    let isRequesting = false
    let isUnmounted = false
    const release = () => void lock?.release().catch(() => undefined)
    const request = async () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(release, IDLE_MS)
      // A second lock would be released by nobody.
      if (isRequesting || document.hidden || (lock && !lock.released)) return
      isRequesting = true
      // Refused on a low battery.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      isRequesting = false
      if (isUnmounted) release()
    }
    const onUse = () => void request()
    onUse()
    // The browser releases it whenever the tab is hidden.
    document.addEventListener('visibilitychange', onUse)
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, onUse, { passive: true })
    return () => {
      isUnmounted = true
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', onUse)
      for (const event of events) window.removeEventListener(event, onUse)
      release()
    }
  }, [isReading])
}

import { useCallback, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const subscribe = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
const isUnknown = () => false

/** Undefined if the browser does not support full screen, as on iPhones. */
export const useFullScreen = (room: RefObject<HTMLElement | null>) => {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null, isUnknown)
  const isSupported = useSyncExternalStore(subscribe, () => document.fullscreenEnabled, isUnknown)
  const toggle = useCallback(() => {
    const changed = document.fullscreenElement ? document.exitFullscreen() : room.current?.requestFullscreen()
    changed?.catch(() => undefined)
  }, [room])
  return isSupported ? { isOn, toggle } : undefined
}

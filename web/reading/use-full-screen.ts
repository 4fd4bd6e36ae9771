import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Undefined if the browser does not support full screen, as on iPhones. */
export const useFullScreen = (room: RefObject<HTMLElement | null>) => {
  const [isOn, setOn] = useState(false)
  // Most browsers do: the server sends the button, so that it does not move the others when it appears.
  const [isSupported, setSupported] = useState(true)
  useEffect(() => {
    setSupported(document.fullscreenEnabled)
    const update = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = useCallback(() => {
    const changed = document.fullscreenElement ? document.exitFullscreen() : room.current?.requestFullscreen()
    changed?.catch(() => undefined)
  }, [room])
  return isSupported ? { isOn, toggle } : undefined
}

import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Undefined where the browser can't, as on iPhones. */
export const useFullScreen = (room: RefObject<HTMLElement | null>) => {
  const [is, setIs] = useState(false)
  const [can, setCan] = useState(false)
  useEffect(() => {
    setCan(document.fullscreenEnabled)
    const look = () => setIs(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = useCallback(() => {
    const changed = document.fullscreenElement ? document.exitFullscreen() : room.current?.requestFullscreen()
    changed?.catch(() => undefined)
  }, [room])
  return can ? { is, toggle } : undefined
}

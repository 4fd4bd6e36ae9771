import { useEffect } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import type { OpenEpub } from './open-epub.ts'

interface FrameActions {
  isPaged: boolean
  /** A tap that turns no page. */
  onTap: () => void
  /** The reader reads on by touch. */
  onReadOn: () => void
}

/** The share of the width, on either side, where a tap turns the page. */
const TURN_ZONE = 0.3

/** What fingers and keys do in the frames, as if it were done on the pages around them. */
export const useFrameActions = ({ reader, view, map }: OpenEpub, options: FrameActions) => {
  const latest = useLatest(options)
  useEffect(() => {
    const { container } = view
    const forward = map.isRtl ? -1 : 1
    const readOn = (direction: 1 | -1) => {
      view.turn(direction)
      latest.current.onReadOn()
    }
    return reader.follow((event) => {
      if (event.kind === 'press') container.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      if (event.kind === 'tap' && event.isTouch) {
        const zone = !latest.current.isPaged ? 0 : event.x < TURN_ZONE ? -1 : event.x > 1 - TURN_ZONE ? 1 : 0
        if (zone === 0) latest.current.onTap()
        else readOn(zone === forward ? 1 : -1)
      }
      if (event.kind === 'swipe') readOn(event.direction === forward ? 1 : -1)
      if (event.kind === 'moved' && event.why === 'turn' && !latest.current.isPaged) latest.current.onReadOn()
      if (event.kind !== 'key') return
      const { key, shift: shiftKey, ctrl: ctrlKey } = event
      container.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, bubbles: true, cancelable: true }))
    })
  }, [reader, view, map, latest])
}

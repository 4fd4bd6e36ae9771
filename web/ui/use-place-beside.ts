import { useLayoutEffect, useRef, useState } from 'react'

const GAP = 8

/** Where a popover is in the window: below a box, or above it where there is no room, and not beyond an edge. */
export const usePlaceBeside = (box: DOMRect) => {
  const popover = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = popover.current ?? { offsetWidth: 0, offsetHeight: 0 }
    const below = box.bottom + GAP
    setPlace({
      left: Math.max(Math.min(box.left, window.innerWidth - width - GAP), GAP),
      top: below + height > window.innerHeight ? Math.max(box.top - GAP - height, GAP) : below,
    })
  }, [box])
  return { popover, place }
}

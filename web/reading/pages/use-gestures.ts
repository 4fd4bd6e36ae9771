import { useEffect } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import { type GestureActions, watchGestures } from './gestures.ts'
import type { Point } from './page-zoom.ts'
import type { OpenPages } from './open-pdf.ts'

/** The share of the width, on either side, where a tap turns the page in paged mode. */
const TURN_ZONE = 0.3

interface GestureOptions {
  isPaged: boolean
  isRtl: boolean
  /** A tap that turns no page. */
  onTap: () => void
}

/** Pinch, ctrl and wheel, double tap, and in paged mode the tap zones and swipes. */
export const useGestures = (pages: OpenPages, options: GestureOptions) => {
  const latest = useLatest(options)
  useEffect(() => {
    const { settings, view } = pages
    const { container } = view
    const forward = () => (latest.current.isRtl ? -1 : 1)
    /** -1 for the left zone, 1 for the right one. */
    const zoneOf = ([x]: Point) => {
      if (!latest.current.isPaged) return 0
      const { left, width } = container.getBoundingClientRect()
      const share = (x - left) / width
      return share < TURN_ZONE ? -1 : share > 1 - TURN_ZONE ? 1 : 0
    }
    const tap = (at: Point) => {
      const zone = zoneOf(at)
      if (zone === 0) latest.current.onTap()
      else view.turn(zone === forward() ? 1 : -1)
    }
    const actions: GestureActions = {
      onZoom: (...change) => settings.zoomBy(...change),
      onZoomEnd: () => settings.saveZoom(),
      onTap: tap,
      onDoubleTap: (at) => {
        // The first tap has turned a page or changed the bars.
        tap(at)
        if (zoneOf(at) === 0) settings.toggleTextFit(at)
      },
      onSwipe: (direction) => {
        if (latest.current.isPaged) view.turn(direction === forward() ? 1 : -1)
      },
    }
    const unmount = new AbortController()
    void watchGestures(pages, actions, unmount.signal)
    return () => unmount.abort()
  }, [pages, latest])
}

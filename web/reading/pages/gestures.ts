import type { Pages } from './show-pages.ts'
import type { Point } from './page-zoom.ts'
import { loadPdfJs } from './pdf-js.ts'

/** What fingers and the wheel do on the pages. Points are those of the screen. */
export interface GestureActions {
  /** Pinch, or ctrl and wheel: by a factor around a point. */
  onZoom: (factor: number, at: Point, pan?: [number, number]) => void
  onZoomEnd: () => void
  onTap: (at: Point) => void
  onDoubleTap: (at: Point) => void
  /** 1 for a swipe to the left, -1 for one to the right. */
  onSwipe: (direction: 1 | -1) => void
}

const TAP_MS = 400
const TAP_PX = 10
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 40
const SWIPE_MS = 700
const SWIPE_PX = 45
/** A swipe is this many times as wide as it is high. */
const SWIPE_SLOPE = 1.8
/** Smaller changes of size are collected, because pdf.js rounds the scale. */
const MIN_CHANGE = 0.02
const WHEEL_PX = 300
const LINE_PX = 16
/** Elements with an action of their own. */
const ACTIVE = 'a, button, input, select, textarea, label, summary, [role="button"], [data-own-keys]'

/** Calls the actions until `signal` aborts. */
export const watchGestures = async ({ viewer }: Pages, actions: GestureActions, signal: AbortSignal) => {
  const { TouchManager } = await loadPdfJs()
  if (signal.aborted) return
  const { container } = viewer
  const zoom = collectFactors(actions.onZoom)
  new TouchManager({
    container,
    onPinching: (at: [number, number], before: number, distance: number, dx: number, dy: number) =>
      zoom(distance / before, at, [-dx, -dy]),
    onPinchEnd: actions.onZoomEnd,
    signal,
  })
  watchWheel(container, (factor, at) => zoom(factor, at), actions.onZoomEnd, signal)
  watchTouches(container, actions, signal)
}

const collectFactors = (onZoom: GestureActions['onZoom']) => {
  let collected = 1
  return (factor: number, at: Point, pan?: [number, number]) => {
    collected *= factor
    if (Math.abs(collected - 1) < MIN_CHANGE) return
    onZoom(collected, at, pan)
    collected = 1
  }
}

const watchWheel = (
  container: HTMLElement,
  onZoom: (factor: number, at: Point) => void,
  onEnd: () => void,
  signal: AbortSignal,
) => {
  let timer: number | undefined
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX
    onZoom(Math.exp(-pixels / WHEEL_PX), [event.clientX, event.clientY])
    window.clearTimeout(timer)
    timer = window.setTimeout(onEnd, DOUBLE_TAP_MS)
  }
  container.addEventListener('wheel', onWheel, { passive: false, signal })
}

const watchTouches = (container: HTMLElement, actions: GestureActions, signal: AbortSignal) => {
  let start: { at: Point; time: number; isOwn: boolean } | undefined
  let lastTap: { at: Point; time: number } | undefined
  const onStart = ({ touches, target, timeStamp }: TouchEvent) => {
    const touch = touches[0]
    // A second finger makes it a pinch.
    if (touches.length !== 1 || !touch) return void (start = undefined)
    const isOwn = target instanceof Element && !target.closest(ACTIVE) && document.getSelection()?.isCollapsed !== false
    start = { at: [touch.clientX, touch.clientY], time: timeStamp, isOwn }
  }
  const onEnd = ({ changedTouches, timeStamp }: TouchEvent) => {
    const touch = changedTouches[0]
    const began = start
    start = undefined
    if (!touch || !began?.isOwn || document.getSelection()?.isCollapsed === false) return
    const at: Point = [touch.clientX, touch.clientY]
    const [x, y] = [at[0] - began.at[0], at[1] - began.at[1]]
    const took = timeStamp - began.time
    if (took < TAP_MS && Math.hypot(x, y) < TAP_PX) {
      // A mark takes the tap for itself.
      if (!container.dispatchEvent(new CustomEvent('pagetap', { cancelable: true, detail: at }))) return
      const isDouble = lastTap && timeStamp - lastTap.time < DOUBLE_TAP_MS && distance(at, lastTap.at) < DOUBLE_TAP_PX
      lastTap = isDouble ? undefined : { at, time: timeStamp }
      return isDouble ? actions.onDoubleTap(at) : actions.onTap(at)
    }
    // On a page that is wider than the screen the finger moves the page.
    if (took > SWIPE_MS || container.scrollWidth > container.clientWidth + 1) return
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > SWIPE_SLOPE * Math.abs(y)) actions.onSwipe(x < 0 ? 1 : -1)
  }
  container.addEventListener('touchstart', onStart, { passive: true, signal })
  container.addEventListener('touchend', onEnd, { passive: true, signal })
  container.addEventListener('touchcancel', () => (start = undefined), { signal })
}

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])

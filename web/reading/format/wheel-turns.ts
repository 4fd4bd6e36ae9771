/** Within a gesture, events follow each other faster. */
const PAUSE_MS = 150
/** Notches of a mouse that are this far apart are meant one by one. */
const NOTCH_MS = 120
/** While a wheel is spun, or a touchpad pushed again, pages are turned at most once in this time. */
const TURN_MS = 250
/** A notch has at least so many pixels, and all have as many; on a touchpad each event has others. */
const NOTCH_PX = 40
/** Only once a glide has faded to this share of its speed can another push be told from it. */
const FADED = 1 / 3
/** Another push is so many times as fast, and has at least so many pixels in a frame. */
const GROWTH = 3
const PUSH_PX = 12
const FRAME_MS = 16

interface Gesture {
  began: number
  last: number
  /** In pixels, below 0 for upwards. */
  first: number
  /** Whether all events so far are the same notch of a mouse. */
  isEven: boolean
  fastest: number
  /** Since it was fastest. */
  slowest: number
  hasTurned: boolean
}

/**
 * Lets each gesture on a wheel or a touchpad turn one page. A touchpad sends events for up to a second and a half after the
 * fingers have left it, so that what tells gestures apart is a pause, another push, or the notches of a mouse.
 *
 * The returned function is called with each event, in pixels and milliseconds; `turn` says whether there was a page to turn.
 */
export const turnOnceInGesture = () => {
  let gesture: Gesture | undefined
  return (delta: number, time: number, turn: (by: 1 | -1) => boolean) => {
    // Events that a busy page gets late come as one, which is larger, but no faster.
    const speed = (Math.abs(delta) * FRAME_MS) / Math.max(time - (gesture?.last ?? 0), FRAME_MS)
    if (!gesture || isNew(gesture, delta, speed, time)) {
      const isEven = Math.abs(delta) >= NOTCH_PX
      gesture = { began: time, last: time, first: delta, isEven, fastest: speed, slowest: speed, hasTurned: false }
    } else {
      gesture.last = time
      gesture.isEven &&= delta === gesture.first
      gesture.slowest = speed > gesture.fastest ? speed : Math.min(gesture.slowest, speed)
      gesture.fastest = Math.max(gesture.fastest, speed)
    }
    gesture.hasTurned ||= turn(delta > 0 ? 1 : -1)
  }
}

const isNew = (
  { began, last, first, isEven, fastest, slowest }: Gesture,
  delta: number,
  speed: number,
  time: number,
) => {
  if (time - last >= PAUSE_MS) return true
  // A finger that is lifted may go back by some pixels.
  if (delta > 0 !== first > 0) return Math.abs(delta) >= PUSH_PX
  if (isEven && delta === first && time - last >= NOTCH_MS) return true
  if (time - began < TURN_MS) return false
  return (isEven && delta === first) || (slowest <= fastest * FADED && speed >= Math.max(slowest * GROWTH, PUSH_PX))
}

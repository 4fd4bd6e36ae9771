/** A box that is moved within its screen (see fit-boxes.ts), around what a key or a wheel is used on. */
const boxAround = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(`[data-reader~='scroll']`) : null

const STEPS = new Map<string, readonly [number, number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
])

/** Whether there is more of the box in this direction: then it is moved, and no page is turned. */
export const movesBox = (target: EventTarget | null, across: number, down: number): boolean => {
  const box = boxAround(target)
  if (!box) return false
  const isMore = (by: number, at: number, length: number, shown: number) =>
    by < 0 ? Math.abs(at) > 1 : by > 0 && Math.abs(at) + shown < length - 1
  const { direction } = getComputedStyle(box)
  const forwards = direction === 'rtl' ? -across : across
  return (
    isMore(forwards, box.scrollLeft, box.scrollWidth, box.clientWidth) ||
    isMore(down, box.scrollTop, box.scrollHeight, box.clientHeight)
  )
}

export const keyMovesBox = (target: EventTarget | null, key: string): boolean => {
  const step = STEPS.get(key)
  return step !== undefined && movesBox(target, ...step)
}

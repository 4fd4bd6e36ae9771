const FRAME_MS = 16
/** While fingers push. */
const PUSH = [2, 6, 15, 34, 62, 88, 96]
const FADES = 0.95

/** The times and pixels of a touchpad's events for one push of fingers, most of which come after they have left it. */
export const aGlide = (begins = 0): [time: number, delta: number][] => {
  const deltas = [...PUSH]
  while ((deltas.at(-1) ?? 0) >= 1) deltas.push((deltas.at(-1) ?? 0) * FADES)
  return deltas.map((delta, at) => [begins + at * FRAME_MS, Math.ceil(delta)])
}

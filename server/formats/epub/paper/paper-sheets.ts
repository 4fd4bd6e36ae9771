import type { PaperSize } from '#contract/values/paper.ts'

/** Lengths in millimetres, the size of letters in points. */
interface Sheet {
  width: number
  height: number
  /** The margin at the binding, and the other ones. */
  inside: number
  outside: number
  top: number
  bottom: number
  size: number
}

export const SHEETS: Readonly<Record<PaperSize, Sheet>> = {
  a5: { width: 148, height: 210, inside: 20, outside: 16, top: 20, bottom: 22, size: 10.5 },
  a4: { width: 210, height: 297, inside: 34, outside: 30, top: 30, bottom: 34, size: 11.5 },
  'six-by-nine': { width: 152.4, height: 228.6, inside: 21, outside: 17, top: 21, bottom: 23, size: 10.5 },
  pocket: { width: 108, height: 175, inside: 16, outside: 11, top: 15, bottom: 17, size: 9 },
}

/** Around a page with crop marks. */
const CROP_EDGE = 12
/** How far pictures run beyond the edge at which a page is cut. */
const BLEED = 3

/** How much larger a sheet is than its page on each side, and how much of that pictures have. */
export const edgeOf = ({ cropMarks, bleed }: { cropMarks: boolean; bleed: boolean }) => {
  const beyond = bleed ? BLEED : 0
  return { edge: cropMarks ? CROP_EDGE : beyond, bleed: beyond }
}

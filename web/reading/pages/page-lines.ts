import type { PDFDocumentProxy } from 'pdfjs-dist'
import { RTL } from '#contract/shapes/page-reading.ts'
import { readDrawnText } from './page-readings.ts'

/** A rectangle in points, from the top left corner of the page. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Line extends Box {
  text: string
  baseline: number
  isRtl: boolean
}

/** The upright lines of text of a page, from top to bottom. */
export interface PageLines {
  width: number
  height: number
  lines: Line[]
}

/** A run of text as pdf.js reads it. */
export interface Run {
  str: string
  width: number
  /** The size and direction of the text, and where its baseline begins. */
  transform: number[]
}

/** Text that is turned by more than this, such as a stamp along the margin, is left out. */
const MAX_SLOPE = 0.05

export const readPageLines = async (pdf: PDFDocumentProxy, number: number, rotation = 0): Promise<PageLines> => {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: 1 / page.userUnit, rotation: (page.rotate + rotation) % 360 })
  const runs = (await readDrawnText(page)).filter((item) => 'str' in item) as Run[]
  return { width: viewport.width, height: viewport.height, lines: linesOf(runs, viewport.transform as Matrix) }
}

type Matrix = [number, number, number, number, number, number]

/** Joins runs whose baselines are within half of their height into lines. `toPage` leads from PDF units to the page. */
export const linesOf = (runs: Run[], toPage: Matrix): Line[] => {
  const lines: Line[] = []
  const placed = runs.flatMap((run) => boxOf(run, toPage) ?? []).sort((one, other) => one.baseline - other.baseline)
  for (const run of placed) {
    const line = lines.at(-1)
    if (!line || run.baseline - line.baseline > (run.bottom - run.top) / 2) {
      lines.push(run)
      continue
    }
    line.text = run.left < line.left ? `${run.text} ${line.text}` : `${line.text} ${run.text}`
    // Some producers draw each letter, number and sign by itself.
    line.isRtl = isMostlyRtl(line.text)
    line.left = Math.min(line.left, run.left)
    line.right = Math.max(line.right, run.right)
    line.top = Math.min(line.top, run.top)
    line.bottom = Math.max(line.bottom, run.bottom)
  }
  return lines
}

const isMostlyRtl = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => RTL.test(letter)).length > letters.length / 2
}

/** Descenders reach this share of the size below the baseline. */
const DESCENT = 0.25

const boxOf = ({ str, width, transform }: Run, [a, b, c, d, e, f]: Matrix): Line | undefined => {
  if (!str.trim()) return undefined
  const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = transform
  const across = [a * ta + c * tb, b * ta + d * tb] as const
  const size = Math.hypot(a * tc + c * td, b * tc + d * td)
  if (across[0] <= 0 || Math.abs(across[1]) > MAX_SLOPE * across[0]) return undefined
  const left = a * te + c * tf + e
  const baseline = b * te + d * tf + f
  return {
    text: str.trim(),
    isRtl: isMostlyRtl(str),
    baseline,
    left,
    right: left + width * Math.hypot(a, b),
    top: baseline - size,
    bottom: baseline + size * DESCENT,
  }
}

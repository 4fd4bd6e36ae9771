import type { FixedPage, Looks } from '#web/reading/epub/frame-messages.ts'
import { Sheet } from './sheet.ts'

/** How the text of a chapter lies on its screens. */
export interface Screen {
  isPaged: boolean
  isVertical: boolean
  isRtl: boolean
  isFixed: boolean
}

/** Screens from this width on have two columns. */
const TWO_COLUMNS_PX = 1000
/** Less than this is no screen of its own. */
const SLACK_PX = 8

/** The colours and letters, which give way to the book's own. */
const baseCss = ({ ownFace, size, colors }: Looks) => `
html { font-family: ${ownFace}; font-size: ${size}px; line-height: 1.6; color: ${colors.ink}; background: ${colors.sheet}; }
math { font-family: math, ${ownFace}; }
a:any-link { color: ${colors.link}; }
img, svg, video { height: auto; }
`

const marksCss = ({ marks, find, current, spoken }: Looks['colors']) =>
  [
    ...Object.entries(marks).map(([name, color]) => `::highlight(mark-${name}) { background-color: ${color}; }`),
    '::highlight(mark-comment) { text-decoration: underline dotted 2px; text-underline-offset: 4px; }',
    '::highlight(note) { text-decoration: underline 2px; text-underline-offset: 3px; }',
    `::highlight(find) { background-color: ${find}; }`,
    `::highlight(current) { background-color: ${current}; }`,
    `::highlight(spoken) { background-color: ${spoken}; }`,
  ].join('\n')

/** What the reader has chosen, which the book's own gives way to. */
const chosenCss = ({ size, leading, face, colors, isDark }: Looks) => `
html { font-size: ${size}px !important; background: ${colors.sheet} !important; -webkit-text-size-adjust: none; text-size-adjust: none; }
body { background: transparent !important; }
${leading ? `body, p, li, dd, dt, blockquote, div, td { line-height: ${leading} !important; }` : ''}
${face ? `body, body *:not(pre, pre *, code, kbd, samp, math, math *, svg, svg *) { font-family: ${face} !important; }` : ''}
${isDark ? `html, body { color: ${colors.ink} !important; } body *:not(svg, svg *) { color: inherit !important; background-color: transparent !important; border-color: ${colors.muted} !important; } body a:any-link:not(svg *) { color: ${colors.link} !important; }` : ''}
[hidden] { display: none !important; }
[data-enlarges] { cursor: zoom-in; }
:focus-visible { outline: 2px solid ${colors.link}; outline-offset: 2px; }
a[data-book-to], a[data-book-out] { cursor: pointer; }
a[data-book-to] { -webkit-touch-callout: none; }
`

/** Nothing of a chapter is larger than a screen. */
const boundsCss = (width: number, height: number) => `
img, svg, video, canvas { max-width: ${width}px !important; max-height: ${height}px !important; object-fit: contain; break-inside: avoid; }
table, pre { max-width: 100%; }
pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
body { overflow-wrap: break-word; }
math { overflow-x: auto; overflow-y: hidden; max-width: 100%; }
`

const PAGED_ROOT =
  'html { overflow: hidden !important; width: 100% !important; height: 100% !important; margin: 0 !important; padding: 0 !important; touch-action: pinch-zoom; }'

const pagedBody = (width: number, height: number) =>
  `box-sizing: border-box !important; position: static !important; width: ${width}px !important; height: ${height}px !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important; margin: 0 !important; column-count: auto !important; column-fill: auto !important; overflow: visible !important;`

const pagedCss = ({ measure, side, top, bottom }: Looks, isVertical: boolean, [width, height]: [number, number]) => {
  const lines = height - top - bottom
  if (isVertical) {
    // Columns of vertical writing stack downwards.
    const edge = Math.max(top, bottom)
    return `${boundsCss(width - 2 * side, height - 2 * edge)}
${PAGED_ROOT}
body { ${pagedBody(width, height)} padding: ${edge}px ${side}px !important; column-width: ${height - 2 * edge}px !important; column-gap: ${2 * edge}px !important; }`
  }
  // Columns are as far from each other as those of two screens, so that each screen is as wide as the frame.
  const share = width / (width >= TWO_COLUMNS_PX ? 2 : 1)
  const gap = Math.max(2 * side, share - measure)
  return `${boundsCss(share - gap, lines)}
${PAGED_ROOT}
body { ${pagedBody(width, height)} padding: ${top}px ${gap / 2}px ${bottom}px !important; column-width: ${share - gap}px !important; column-gap: ${gap}px !important; }`
}

const scrolledCss = ({ measure, side, top, bottom }: Looks, isVertical: boolean, [width, height]: [number, number]) =>
  `${boundsCss(Math.min(width - 2 * side, measure), height - 48)}
html { overflow: auto !important; margin: 0 !important; padding: 0 !important; overscroll-behavior: contain; }
body { box-sizing: border-box !important; position: static !important; min-height: 0 !important; margin: 0 auto !important; ${
    isVertical
      ? `height: ${height}px !important; padding: ${top}px ${side}px ${bottom}px !important;`
      : `max-width: ${measure + 2 * side}px !important; width: auto !important; padding: ${top}px ${side}px ${bottom}px !important;`
  } }`

const fixedCss = ({ width, height, align }: FixedPage, { colors }: Looks) => {
  const scale = Math.min(innerWidth / width, innerHeight / height)
  const free = innerWidth - width * scale
  const left = { start: 0, center: free / 2, end: free }[align]
  const top = (innerHeight - height * scale) / 2
  return `
html { overflow: hidden !important; margin: 0 !important; padding: 0 !important; width: ${width}px !important; height: ${height}px !important; transform-origin: 0 0; transform: translate(${left}px, ${top}px) scale(${scale}); background: ${colors.sheet}; }
html, body { overflow: hidden !important; }
[hidden] { display: none !important; }`
}

/** The style sheets before and behind the book's own, which lay a chapter out. */
export class ScreenLayout {
  readonly #before = new Sheet()
  readonly #behind = new Sheet()
  readonly #reach = new Sheet()

  /** Puts the sheets around those of the book. */
  adopt(own: Sheet[]) {
    Sheet.adopt([this.#before, ...own, this.#behind, this.#reach])
  }

  /** Lets the last screen be as long as the others: browsers scroll no further than the last letters. */
  reachEnd(axis: Axis) {
    this.#reach.write('')
    this.#reach.write(`html::after { content: ''; position: absolute; width: 1px; height: 1px; ${axis.endCss} }`)
  }

  apply(looks: Looks, fixed: FixedPage | undefined, direction: 'ltr' | 'rtl' | undefined): Screen {
    this.#reach.write('')
    if (fixed) {
      this.#before.write(`html { background: #fff; } body { margin: 0; }`)
      this.#behind.write(
        `${fixedCss(fixed, { ...looks, colors: { ...looks.colors, sheet: '#fff' } })}\n${marksCss(looks.colors)}`,
      )
      return { isPaged: true, isVertical: false, isRtl: direction === 'rtl', isFixed: true }
    }
    this.#before.write(baseCss(looks))
    // The writing of a chapter is known once it has its own style.
    this.#behind.write(chosenCss(looks))
    const { isVertical, isRtl } = writingOf()
    const isPaged = looks.flow === 'paged'
    const css = isPaged ? pagedCss : scrolledCss
    this.#behind.write(
      `${chosenCss(looks)}\n${css(looks, isVertical, [innerWidth, innerHeight])}\n${marksCss(looks.colors)}`,
    )
    return { isPaged, isVertical, isRtl, isFixed: false }
  }
}

/** In vertical writing, the lines of a book that runs from right to left do. */
const writingOf = () => {
  const [ofRoot, ofBody] = [getComputedStyle(document.documentElement), getComputedStyle(document.body)]
  const mode = ofBody.writingMode.startsWith('vertical') ? ofBody.writingMode : ofRoot.writingMode
  const isVertical = mode.startsWith('vertical')
  return {
    isVertical,
    isRtl: isVertical ? mode === 'vertical-rl' : [ofBody, ofRoot].some((of) => of.direction === 'rtl'),
  }
}

/** The direction in which a chapter goes on: its screens, or its lines. */
export class Axis {
  readonly #isAcross: boolean
  readonly #isBackwards: boolean

  constructor({ isPaged, isVertical, isRtl }: Screen) {
    this.#isAcross = isPaged !== isVertical
    this.#isBackwards = this.#isAcross && isRtl
  }

  /** The length of a screen. */
  get step() {
    return this.#isAcross ? innerWidth : innerHeight
  }

  /** The length of the chapter. */
  get length() {
    const { scrollWidth, scrollHeight } = document.documentElement
    return this.#isAcross ? scrollWidth : scrollHeight
  }

  /** How far the chapter is scrolled. */
  get offset() {
    const { scrollLeft, scrollTop } = document.documentElement
    return this.#isAcross ? Math.abs(scrollLeft) : scrollTop
  }

  set offset(to: number) {
    // The other direction may have been the one before.
    const [left, top] = this.#isAcross ? [this.#isBackwards ? -to : to, 0] : [0, to]
    document.documentElement.scrollTo({ left, top, behavior: 'instant' })
  }

  /** How far from the beginning of the chapter a box begins. */
  startOf({ left, right, top }: DOMRect) {
    return this.offset + (this.#isAcross ? (this.#isBackwards ? innerWidth - right : left) : top)
  }

  endOf(box: DOMRect) {
    return this.startOf(box) + (this.#isAcross ? box.width : box.height)
  }

  /** Where the last pixel of the last screen is. */
  get endCss() {
    const at = `${this.screens * this.step - 1}px`
    return this.#isAcross ? `top: 0; ${this.#isBackwards ? 'right' : 'left'}: ${at};` : `left: 0; top: ${at};`
  }

  get screens() {
    return Math.max(1, Math.ceil((this.length - SLACK_PX) / this.step))
  }
}

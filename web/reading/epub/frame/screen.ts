import type { FrameChapter, Looks } from '#web/reading/epub/frame-messages.ts'
import type { BookSheets } from './book-sheets.ts'
import {
  baseCss,
  chosenCss,
  fixedCss,
  inBase,
  inReader,
  LAYERS,
  marksCss,
  pagedLayout,
  scrolledLayout,
  WORDS_CSS,
  writingCss,
} from './book-rules.ts'
import { fitBoxes } from './fit-boxes.ts'
import { fitColors } from './fit-colors.ts'
import { keepSigns } from './keep-signs.ts'
import { Sheet } from './sheet.ts'

/** How the text of a chapter lies on its screens. */
export interface Screen {
  isPaged: boolean
  isVertical: boolean
  isRtl: boolean
  isFixed: boolean
}

/** Less than this is no screen of its own. */
const SLACK_PX = 8

/** The style sheets around the book's own, which lay a chapter out. */
export class ScreenLayout {
  readonly #before = new Sheet()
  readonly #behind = new Sheet()
  readonly #reach = new Sheet()
  #own: BookSheets | undefined

  /** Puts the sheets around those of the book. */
  adopt(own: BookSheets) {
    this.#own = own
    Sheet.adopt([this.#before, ...own.sheets, this.#behind, this.#reach])
  }

  /** Lets the last screen be as long as the others: browsers scroll no further than the last letters. */
  reachEnd(axis: Axis) {
    this.#reach.write('')
    this.#reach.write(
      inReader(
        `html::after { content: '' !important; position: absolute !important; width: 1px !important; height: 1px !important; ${axis.endCss} }`,
      ),
    )
  }

  apply(looks: Looks, { fixed, direction }: Pick<FrameChapter, 'fixed' | 'direction'>, isWhole: boolean): Screen {
    this.#reach.write('')
    this.#own?.answer(looks.isDark && !fixed)
    if (fixed) {
      this.#before.write(`${LAYERS} ${inBase(`html { background: #fff; } body { margin: 0; } ${WORDS_CSS}`)}`)
      this.#behind.write(`${inReader(fixedCss(fixed))}\n${marksCss(looks.colors)}`)
      return { isPaged: true, isVertical: false, isRtl: direction === 'rtl', isFixed: true }
    }
    this.#before.write(`${LAYERS} ${inBase(baseCss(looks))}`)
    // The writing of a chapter is known once it has its own style.
    const chosen = chosenCss(looks)
    this.#behind.write(inReader(chosen))
    const { mode, isVertical, isRtl } = writingOf()
    const isPaged = looks.flow === 'paged'
    const { css, columns } = (isPaged ? pagedLayout : scrolledLayout)(looks, isVertical, [innerWidth, innerHeight])
    this.#behind.write(`${inReader(`${chosen}\n${writingCss(mode)}\n${css}`)}\n${marksCss(looks.colors)}`)
    const sheets = this.#own?.sheets ?? []
    if (looks.face) keepSigns(sheets)
    if (isWhole) {
      fitBoxes(columns, sheets)
      fitColors(looks, sheets)
    }
    return { isPaged, isVertical, isRtl, isFixed: false }
  }
}

/**
 * That of the text, which may differ from that of the root. In vertical writing, the lines of a book that runs from right
 * to left do.
 */
const writingOf = () => {
  const [ofRoot, ofBody] = [getComputedStyle(document.documentElement), getComputedStyle(document.body)]
  const mode = ofBody.writingMode.replace('sideways', 'vertical')
  const isVertical = mode.startsWith('vertical')
  return {
    mode,
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

  /** So many pixels on, or back. */
  scrollBy(pixels: number) {
    document.documentElement.scrollBy(this.#isAcross ? { left: this.#isBackwards ? -pixels : pixels } : { top: pixels })
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
    return this.#isAcross
      ? `top: 0 !important; ${this.#isBackwards ? 'right' : 'left'}: ${at} !important;`
      : `left: 0 !important; top: ${at} !important;`
  }

  get screens() {
    return Math.max(1, Math.ceil((this.length - SLACK_PX) / this.step))
  }
}

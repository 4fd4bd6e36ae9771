import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { TextFit } from './text-fit.ts'

/** The zooms that follow the size of the window. */
export const FITS = ['text', 'page-width', 'page-fit'] as const
export type Fit = (typeof FITS)[number]

/** A point of the screen, as in pointer events. */
export type Point = readonly [x: number, y: number]

/** 'text:1.25' is a quarter larger than the text that fits. */
const CLOSER = /^text:(\d+(?:\.\d+)?)$/
const TEXT_STEP = 1.1
const MAX_FACTOR = 8
/** On narrower screens a book opens with its text as wide as the screen. */
const NARROW = 640
/** pdf.js' ScrollMode in which one page, or one pair, is shown. */
const PAGE = 3
/** While fingers move, the page is drawn at its new size after this pause only. */
const DRAWING_DELAY_MS = 300

/** The parts of pdf.js' page view that have its size. */
interface PageSize {
  width: number
  height: number
  scale: number
}

/** After the book was closed. */
const NO_PAGE: PageSize = { width: 0, height: 0, scale: 1 }

interface PageZoomOptions {
  viewer: PDFViewer
  fit: TextFit
  onChange: () => void
}

/** The zoom of the pages: a fit, 'text:' with a factor, or a scale. */
export class PageZoom {
  #viewer: PDFViewer
  #fit: TextFit
  #onChange: () => void
  #value = 'auto'
  /** The page, or the pair, that the zoom was applied to last, with its size. */
  #fitted = { pair: 0, size: '' }
  /** The zoom that is set once the text is measured, unless another one is chosen before. */
  #awaited: string | undefined

  constructor({ viewer, fit, onChange }: PageZoomOptions) {
    this.#viewer = viewer
    this.#fit = fit
    this.#onChange = onChange
  }

  get value() {
    return this.#value
  }

  /** The zoom of a book that has none of its own. */
  static initial(container: HTMLElement) {
    return container.clientWidth < NARROW ? 'text' : 'auto'
  }

  /** Measures the text first if the zoom needs it; a book without text is fitted to its width. */
  async prepare(value: string) {
    if (value.startsWith('text')) await this.#fit.measure().catch(() => undefined)
  }

  /** Shows the page at `origin`, or else the topmost, at the same place as before. */
  set(value: string, origin?: Point) {
    this.#awaited = undefined
    const hasNoText = value.startsWith('text') && this.#fit.width === undefined
    this.#keepPoint(origin, () => this.#apply(hasNoText ? 'page-width' : value))
    this.#onChange()
  }

  async setWhenMeasured(value: string, origin?: Point) {
    this.#awaited = value
    await this.prepare(value)
    if (this.#awaited === value) this.set(value, origin)
  }

  /** Zooms by a factor around a point, without drawing the page until the gesture pauses. */
  by(factor: number, origin?: Point, pan?: [number, number]) {
    this.#awaited = undefined
    this.#viewer.updateScale({
      scaleFactor: factor,
      drawingDelay: DRAWING_DELAY_MS,
      origin: origin ? [...origin] : undefined,
      pan,
    } as unknown as Parameters<PDFViewer['updateScale']>[0])
    this.#value = this.#fit.isOn
      ? closer(this.#viewer.currentScale / this.#textScale())
      : this.#viewer.currentScaleValue
    this.#onChange()
  }

  in() {
    this.#step(TEXT_STEP, () => this.#viewer.increaseScale())
  }

  out() {
    this.#step(1 / TEXT_STEP, () => this.#viewer.decreaseScale())
  }

  /** Applies a fit again, after the container was resized or the pages were rearranged. */
  refit() {
    if (Number(this.#value) > 0) return
    this.#keepPoint(undefined, () => this.#apply(this.#value))
    this.#onChange()
  }

  /** Applies a fit again if the page that is shown by itself has another size than the one before. */
  refitToPage() {
    const { scrollMode, spreadMode } = this.#viewer
    // The fit of the text is that of the whole book.
    if (scrollMode !== PAGE || this.#fit.isOn) return
    const { pair, size } = this.#shownPage()
    // Which page of a pair is the current one changes with the zoom: a refit might be followed by others without end.
    if (size === this.#fitted.size || (spreadMode > 0 && pair === this.#fitted.pair)) return
    this.refit()
  }

  #step(factor: number, step: () => void) {
    this.#awaited = undefined
    if (this.#fit.isOn) return this.set(closer(this.#factor() * factor))
    step()
    this.#value = this.#viewer.currentScaleValue
    this.#onChange()
  }

  #apply(value: string) {
    this.#value = value
    this.#fitted = this.#shownPage()
    if (value.startsWith('text')) {
      this.#fit.turnOn()
      this.#viewer.currentScale = this.#textScale() * this.#factor()
    } else {
      this.#fit.turnOff()
      this.#viewer.currentScaleValue = value
    }
  }

  /** Until pdf.js has read a page, its size is that of the first one. */
  #shownPage() {
    const { currentPageNumber: number } = this.#viewer
    const { width, height, scale } = (this.#viewer.getPageView(number - 1) as PageSize | undefined) ?? NO_PAGE
    return { pair: Math.floor(number / 2), size: `${Math.round(width / scale)} ${Math.round(height / scale)}` }
  }

  #factor() {
    return Number(CLOSER.exec(this.#value)?.[1] ?? 1)
  }

  /** The scale at which the column is as wide as the window, or as its half if there are two pages. */
  #textScale() {
    const { container, spreadMode } = this.#viewer
    const columns = spreadMode > 0 ? 2 : 1
    return (container.clientWidth / columns / (this.#fit.width ?? 1)) * (72 / 96)
  }

  #keepPoint(origin: Point | undefined, change: () => void) {
    const { container } = this.#viewer
    const frame = container.getBoundingClientRect()
    const [x, y] = origin ?? [frame.left + frame.width / 2, frame.top]
    const page = this.#pageAt(y)
    const place = page && this.#placeIn(page, x, y)
    change()
    if (!page || !place) return
    const after = this.#sheetOnScreen(page)
    const { top, bottom } = this.#boxOnScreen(page)
    container.scrollLeft += after.left + place.x * after.width - x
    // Where the page begins if the place is cropped now: what is above it is the page before.
    container.scrollTop += Math.min(Math.max(after.top + place.y * after.height, top), bottom) - y
  }

  /** The page at a height of the screen. */
  #pageAt(y: number) {
    const count = this.#viewer.pagesCount
    for (let number = Math.max(this.#viewer.currentPageNumber - 2, 1); number <= count; number += 1) {
      const div = this.#viewer.getPageView(number - 1)?.div as HTMLElement | undefined
      if (div?.isConnected && div.getBoundingClientRect().bottom > y) return number
    }
    return undefined
  }

  #placeIn(page: number, x: number, y: number) {
    const sheet = this.#sheetOnScreen(page)
    return { x: (x - sheet.left) / sheet.width, y: (y - sheet.top) / sheet.height }
  }

  #sheetOnScreen(page: number) {
    const box = this.#boxOnScreen(page)
    const { left, top, width, height } = this.#fit.sheetOf(page)
    return { left: box.left + left, top: box.top + top, width, height }
  }

  #boxOnScreen(page: number) {
    return (this.#viewer.getPageView(page - 1).div as HTMLElement).getBoundingClientRect()
  }
}

const closer = (factor: number) =>
  factor < TEXT_STEP - 0.05 && factor > 0.95 ? 'text' : `text:${Math.min(Math.max(factor, 0.5), MAX_FACTOR).toFixed(2)}`

import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { type Box, type PageLines, readPageLines } from './page-lines.ts'
import { type TextColumn, findTextColumn, textBoxOf, union } from './text-column.ts'

/** The parts of pdf.js' page view that cropping uses. */
interface PageView {
  id: number
  div: HTMLElement
  viewport: { rawDims: { pageWidth: number; pageHeight: number }; rotation: number; convertToViewportPoint: ToPoint }
  imageCoordinates: ArrayLike<number> | null
  updateVisibleArea: (area: VisibleArea | null) => void
}
type ToPoint = (x: number, y: number) => [number, number]
interface VisibleArea {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** How a page is cropped: the shown box in points, and a scale below 1 for a page that is wider than the others. */
interface Crop extends Box {
  scale: number
}

/** Points between the text and the edge of the screen, so that no letter touches it. */
const MARGIN = 6
/** As many pages, from all over the book, show where its text is. */
const SAMPLE = 16
/** Pages this far from the visible one are measured before they are shown. */
const NEARBY = 3
const CSS_UNITS = 96 / 72
/** A smaller picture, as a share of the page, does not widen the box; a larger one is the paper of a scan. */
const PICTURE_SHARES = [0.01, 0.8] as const

/** Finds the text of a book, and crops its pages to it while `crop` is on. */
export class TextFit {
  #pdf: PDFDocumentProxy
  #viewer: PDFViewer
  #lines = new Map<number, Promise<PageLines>>()
  #read = new Map<number, PageLines>()
  #crops = new Map<number, Crop>()
  #isOn = false
  #measured: Promise<TextColumn | undefined> | undefined
  #column: TextColumn | undefined

  constructor(pdf: PDFDocumentProxy, viewer: PDFViewer, events: EventBus, signal: AbortSignal) {
    this.#pdf = pdf
    this.#viewer = viewer
    const options = { signal }
    events.on('pagechanging', () => this.#isOn && void this.#cropNearby(), options)
    const onRendered = ({ pageNumber }: { pageNumber: number }) => {
      const view = this.#view(pageNumber)
      if (this.#isOn && view) this.#crop(view)
    }
    events.on('pagerendered', onRendered, options)
    this.#goToTextOfDestinations()
  }

  /** Measures the text once; undefined if the book has none. */
  measure(): Promise<TextColumn | undefined> {
    this.#measured ??= this.#measure().catch((error: unknown) => {
      // It is measured again when the network is back.
      this.#measured = undefined
      throw error
    })
    return this.#measured
  }

  get isOn() {
    return this.#isOn
  }

  /** The width of the column in points at scale 1; undefined if it is not measured, or if there is none. */
  get width(): number | undefined {
    if (!this.#column) return undefined
    const { odd, even } = this.#column
    return Math.max(odd.right - odd.left, even.right - even.left) + 2 * MARGIN
  }

  turnOn() {
    this.#isOn = true
    for (const view of this.#views()) this.#crop(view)
    void this.#cropNearby()
  }

  turnOff() {
    this.#isOn = false
    for (const view of this.#views()) this.#uncrop(view)
  }

  /** After the pages were rotated. */
  forget() {
    this.#measured = undefined
    this.#column = undefined
    this.#lines.clear()
    this.#read.clear()
    this.turnOff()
  }

  /** Where a whole page begins, relative to its box on screen, and its height, in pixels. */
  sheetOf(page: number): { left: number; top: number; width: number; height: number } {
    const view = this.#view(page)
    if (!view) return { left: 0, top: 0, width: 1, height: 1 }
    const { width, height } = sizeOf(view)
    const crop = this.#crops.get(page)
    const scale = this.#pixelsPerPoint(crop)
    return {
      left: -(crop?.left ?? 0) * scale,
      top: -(crop?.top ?? 0) * scale,
      width: width * scale,
      height: height * scale,
    }
  }

  async #measure() {
    const count = this.#pdf.numPages
    const numbers = Array.from({ length: Math.min(SAMPLE, count) }, (_, i, size = Math.min(SAMPLE, count)) =>
      // Neither all odd nor all even.
      Math.min(Math.floor((i * count) / size) + 1 + (i % 2), count),
    )
    await Promise.all([this.#viewer.currentPageNumber, ...numbers].map((number) => this.#linesOf(number)))
    this.#column = findTextColumn(this.#read)
    return this.#column
  }

  #linesOf(number: number) {
    const known = this.#lines.get(number)
    if (known) return known
    const reading = readPageLines(this.#pdf, number, this.#viewer.pagesRotation)
    this.#lines.set(number, reading)
    return reading.then(
      (lines) => {
        if (this.#lines.get(number) === reading) this.#read.set(number, lines)
        return lines
      },
      (error: unknown) => {
        // It is read again when the network is back.
        this.#lines.delete(number)
        throw error
      },
    )
  }

  /** Crops the pages around the visible one to all of their text, and keeps what is visible where it is. */
  async #cropNearby() {
    const current = this.#viewer.currentPageNumber
    const numbers = Array.from({ length: 2 * NEARBY + 1 }, (_, i) => current + i - NEARBY)
    const unread = numbers.filter((number) => number >= 1 && number <= this.#pdf.numPages && !this.#read.has(number))
    await Promise.allSettled(unread.map((number) => this.#linesOf(number)))
    if (!this.#isOn) return
    for (const number of unread) {
      const view = this.#view(number)
      if (view) this.#crop(view)
    }
  }

  #crop(view: PageView) {
    const crop = this.#cropOf(view)
    const before = this.#crops.get(view.id)
    if (!crop || (before && isSame(crop, before))) return
    this.#keepPlace(view, () => {
      this.#crops.set(view.id, crop)
      const { style } = view.div
      const { width, height } = sizeOf(view)
      const values = { ...crop, width: crop.right - crop.left, height: crop.bottom - crop.top }
      for (const name of ['left', 'top', 'width', 'height', 'scale'] as const)
        style.setProperty(`--crop-${name}`, String(values[name]))
      style.setProperty('--sheet-width', String(width))
      style.setProperty('--sheet-height', String(height))
      view.div.classList.add('cropped')
    })
    // The part of a large page that is drawn sharply, from the corner of the whole page.
    view.updateVisibleArea = (area) => {
      const { left, top } = this.sheetOf(view.id)
      const { minX = 0, minY = 0, maxX = 0, maxY = 0 } = area ?? {}
      const moved = area && { minX: minX - left, minY: minY - top, maxX: maxX - left, maxY: maxY - top }
      ;(Object.getPrototypeOf(view) as PageView).updateVisibleArea.call(view, moved)
    }
  }

  #uncrop(view: PageView) {
    if (!this.#crops.delete(view.id)) return
    view.div.classList.remove('cropped')
    Reflect.deleteProperty(view, 'updateVisibleArea')
  }

  #cropOf(view: PageView): Crop | undefined {
    const column = this.#column
    const common = this.width
    if (!column || !common) return undefined
    const { width, height } = sizeOf(view)
    const lines = this.#read.get(view.id)
    // Until its text is read, a page is cropped like the others.
    const text = lines ? textBoxOf(view.id, lines, column) : view.id % 2 === 1 ? column.odd : column.even
    const box = lines?.lines.length ? picturesOf(view, { width, height }).reduce(union, text) : text
    // A page whose text is narrower has the width of the others.
    const spare = Math.max((common - (box.right - box.left)) / 2, MARGIN)
    const crop = {
      left: Math.max(box.left - spare, 0),
      top: Math.max(box.top - MARGIN, 0),
      right: Math.min(box.right + spare, width),
      bottom: Math.min(box.bottom + MARGIN, height),
    }
    return { ...crop, scale: Math.min(common / (crop.right - crop.left), 1) }
  }

  /** Changes the height of a page above the visible text without moving that. */
  #keepPlace(view: PageView, change: () => void) {
    const { container } = this.#viewer
    const { div } = view
    const isAbove = div.isConnected && div.offsetTop + div.offsetHeight <= container.scrollTop
    const before = div.offsetHeight
    change()
    if (isAbove) container.scrollTop += div.offsetHeight - before
  }

  /** pdf.js scrolls to a destination as if its page were not cropped. */
  #goToTextOfDestinations() {
    const viewer = this.#viewer
    const go = viewer.scrollPageIntoView.bind(viewer)
    viewer.scrollPageIntoView = (target) => {
      go(target)
      const { pageNumber, destArray, allowNegativeOffset } = target
      const crop = this.#crops.get(pageNumber)
      const view = this.#view(pageNumber)
      // With a negative offset pdf.js restores a place after a zoom.
      if (!crop || !view || !destArray || allowNegativeOffset) return
      const y = (destArray as unknown[])[(destArray as { name?: string }[])[1]?.name === 'XYZ' ? 3 : 2]
      const point = typeof y === 'number' ? view.viewport.convertToViewportPoint(0, y)[1] * crop.scale : 0
      viewer.container.scrollTop = view.div.offsetTop + Math.max(point + this.sheetOf(pageNumber).top, 0)
    }
  }

  #pixelsPerPoint(crop: Crop | undefined) {
    return this.#viewer.currentScale * CSS_UNITS * (crop?.scale ?? 1)
  }

  #view(number: number) {
    return this.#viewer.getPageView(number - 1) as PageView | undefined
  }

  #views() {
    return Array.from({ length: this.#pdf.numPages }, (_, i) => this.#view(i + 1)).filter((view) => view !== undefined)
  }
}

/** The size of a page as it is shown, in points. */
const sizeOf = ({ viewport: { rawDims, rotation } }: PageView) =>
  rotation % 180 === 0
    ? { width: rawDims.pageWidth, height: rawDims.pageHeight }
    : { width: rawDims.pageHeight, height: rawDims.pageWidth }

/** The boxes of the pictures of a page that was drawn. */
const picturesOf = ({ imageCoordinates: corners }: PageView, { width, height }: { width: number; height: number }) => {
  const boxes: Box[] = []
  for (let i = 0; corners && i + 5 < corners.length; i += 6) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = Array.from({ length: 6 }, (_, at) => corners[i + at])
    const xs = [x1, x2, x3, x2 + x3 - x1].map((x) => Math.min(Math.max(x, 0), 1))
    const ys = [y1, y2, y3, y2 + y3 - y1].map((y) => Math.min(Math.max(y, 0), 1))
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const share = (right - left) * (bottom - top)
    if (share < PICTURE_SHARES[0] || share > PICTURE_SHARES[1]) continue
    boxes.push({ left: left * width, right: right * width, top: top * height, bottom: bottom * height })
  }
  return boxes
}

const isSame = (one: Crop, other: Crop) =>
  (['left', 'top', 'right', 'bottom', 'scale'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.5)

import type { Pages } from './show-pages.ts'

/** A smaller picture, as a share of the page's width or height, is an ornament or a letter and gets the page's colours. */
const MIN_SHARE = 0.05
/** A picture that covers more of the page than this may be a scan of it. */
const SCAN_SHARE = 0.8
/** The share of light points from which a picture of a whole page counts as a scan of text. */
const MOSTLY_LIGHT = 0.6
const LIGHT = 170
const SAMPLE = 32
const CLASS = 'sparedPictures'

interface PageView {
  div: HTMLElement
  canvas: HTMLCanvasElement | null
  /** Three corners of each picture (top left, bottom left, top right) as shares of the page; null before it is drawn. */
  imageCoordinates: ArrayLike<number> | null
}

/**
 * Shows the pictures of pages with inverted colours as they are: each is copied from the page's canvas into one above it.
 * Returns a function that removes the copies.
 */
export const sparePictures = ({ viewer, events, pdf }: Pages): (() => void) => {
  const spare = ({ div, canvas, imageCoordinates }: PageView) => {
    div.querySelector(`.${CLASS}`)?.remove()
    if (!canvas || !imageCoordinates?.length) return
    const layer = document.createElement('div')
    layer.className = CLASS
    for (let i = 0; i < imageCoordinates.length; i += 6) {
      const copy = copyOf(canvas, boxOf(Array.from({ length: 6 }, (_, corner) => imageCoordinates[i + corner] ?? 0)))
      if (copy) layer.append(copy)
    }
    div.querySelector('.canvasWrapper')?.after(layer)
  }
  const viewOf = (page: number) => viewer.getPageView(page - 1) as PageView | undefined
  // The source may be the part of a large page that is drawn sharply, which has no pictures.
  const onRendered = ({ pageNumber }: { pageNumber: number }) => {
    const view = viewOf(pageNumber)
    if (view) spare(view)
  }
  const views = () => Array.from({ length: pdf.numPages }, (_, index) => viewOf(index + 1))
  for (const view of views()) if (view) spare(view)
  events.on('pagerendered', onRendered)
  return () => {
    events.off('pagerendered', onRendered)
    for (const view of views()) view?.div.querySelector(`.${CLASS}`)?.remove()
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The upright rectangle around a picture, inside its page. */
const boxOf = (corners: number[]): Box => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = corners
  const xs = [x1, x2, x3, x2 + x3 - x1]
  const ys = [y1, y2, y3, y2 + y3 - y1]
  const [x, y] = [Math.max(Math.min(...xs), 0), Math.max(Math.min(...ys), 0)]
  return { x, y, width: Math.min(Math.max(...xs), 1) - x, height: Math.min(Math.max(...ys), 1) - y }
}

const copyOf = (page: HTMLCanvasElement, { x, y, width, height }: Box): HTMLCanvasElement | undefined => {
  if (width < MIN_SHARE || height < MIN_SHARE) return undefined
  const from = [x * page.width, y * page.height, width * page.width, height * page.height] as const
  if (width * height > SCAN_SHARE && isMostlyLight(page, from)) return undefined
  const copy = document.createElement('canvas')
  copy.width = Math.round(from[2])
  copy.height = Math.round(from[3])
  copy.getContext('2d')?.drawImage(page, ...from, 0, 0, copy.width, copy.height)
  Object.assign(copy.style, {
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  })
  return copy
}

const isMostlyLight = (page: HTMLCanvasElement, from: readonly [number, number, number, number]) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: SAMPLE, height: SAMPLE })
  const sample = canvas.getContext('2d')
  if (!sample) return false
  sample.drawImage(page, ...from, 0, 0, SAMPLE, SAMPLE)
  const { data } = sample.getImageData(0, 0, SAMPLE, SAMPLE)
  let light = 0
  for (let i = 0; i < data.length; i += 4)
    if (Math.min(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) > LIGHT) light += 1
  return light / SAMPLE ** 2 > MOSTLY_LIGHT
}

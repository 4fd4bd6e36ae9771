// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { PageZoom } from './page-zoom.ts'
import type { TextFit } from './text-fit.ts'

const SCROLLED = 0
const PAGED = 3
const SINGLE = 0
const PAIRS = 2

/** Pages of 400 × 600 points, a map of 1200 × 600 as the second, and the zooms that pdf.js was asked for. */
const aZoom = (scrollMode: number, spreadMode = SINGLE) => {
  const zooms: string[] = []
  const viewer = {
    container: document.createElement('div'),
    currentPageNumber: 1,
    // Nothing that a place could be kept of.
    pagesCount: 0,
    scrollMode,
    spreadMode,
    getPageView: (at: number) => ({ width: (at === 1 ? 1200 : 400) * 0.7, height: 600 * 0.7, scale: 0.7 }),
    set currentScaleValue(value: string) {
      zooms.push(value)
    },
  }
  const fit = { isOn: false, turnOff: () => undefined, turnOn: () => undefined } as unknown as TextFit
  const zoom = new PageZoom({ viewer: viewer as unknown as PDFViewer, fit, onChange: vi.fn<() => void>() })
  const goTo = (page: number) => {
    viewer.currentPageNumber = page
    zoom.refitToPage()
  }
  return { zoom, zooms, goTo }
}

test.each([
  [
    'is applied again on a page of another size',
    PAGED,
    'page-width',
    [1, 2, 3, 4],
    ['page-width', 'page-width', 'page-width'],
  ],
  ['stays while pages are scrolled', SCROLLED, 'page-width', [1, 2, 3], ['page-width']],
  ['that is a scale stays', PAGED, '1.5', [1, 2, 3], ['1.5']],
])('a zoom %s', (_, mode, value, pages, expected) => {
  const { zoom, zooms, goTo } = aZoom(mode)
  zoom.set(value)
  for (const page of pages) goTo(page)
  expect(zooms).toEqual(expected)
})

test('in a pair, a fit is applied once, whichever of its pages is the current one', () => {
  const { zoom, zooms, goTo } = aZoom(PAGED, PAIRS)
  zoom.set('page-fit')
  for (const page of [2, 3, 2, 3]) goTo(page)
  expect(zooms).toEqual(['page-fit', 'page-fit'])
})

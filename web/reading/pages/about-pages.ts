import type { PDFPageProxy } from 'pdfjs-dist'
import { CHARACTERS_PER_MINUTE } from '#web/reading/format/opened-book.ts'
import type { Pages } from './show-pages.ts'

/** A page with less is a title or a picture. */
const MIN_CHARACTERS = 200

export const minutesPerPage = async ({ viewer, fit }: Pages) => {
  // The first page is drawn before others are measured.
  await viewer.onePageRendered
  const column = await fit.measure()
  return column && column.charactersPerPage / CHARACTERS_PER_MINUTE
}

/** Whether a PDF is read from right to left: as the file says, or else as most of its text runs. */
export const isRtlBook = async ({ pdf, fit, viewer }: Pages): Promise<boolean> => {
  const preferences = await pdf.getViewerPreferences().catch(() => null)
  // A Map, although its type says an object.
  if (preferences instanceof Map && preferences.get('Direction') === 'R2L') return true
  // The first page is drawn before others are measured.
  await viewer.onePageRendered
  const column = await fit.measure().catch(() => undefined)
  return column?.isRtl ?? false
}

/** The size of most letters of a page, in pixels of the screen. */
export const letterSize = async ({ viewer }: Pages, page: number): Promise<number | undefined> => {
  const view = viewer.getPageView(page - 1) as { pdfPage?: PDFPageProxy; viewport: { scale: number } } | undefined
  if (!view?.pdfPage) return undefined
  const { items } = await view.pdfPage.getTextContent()
  const sizes = items.flatMap((item) =>
    'str' in item
      ? Array.from(item.str.replace(/\s/g, ''), () => Math.hypot(Number(item.transform[2]), Number(item.transform[3])))
      : [],
  )
  if (sizes.length < MIN_CHARACTERS) return undefined
  return (sizes.toSorted((one, other) => one - other)[sizes.length >> 1] ?? 0) * view.viewport.scale
}

import { CHARACTERS_PER_MINUTE } from '#web/reading/format/opened-book.ts'
import type { Pages } from './show-pages.ts'

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

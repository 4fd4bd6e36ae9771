import { useEffect, useState } from 'react'
import type { Pages } from './show-pages.ts'

/** Whether the book is read from right to left: as the file says, or else as most of its text runs. */
export const useIsRtl = (pages: Pages | undefined): boolean => {
  const [isRtl, setRtl] = useState(false)
  useEffect(() => {
    if (!pages) return
    let isUnmounted = false
    void isRtlBook(pages).then((rtl) => !isUnmounted && setRtl(rtl))
    return () => {
      isUnmounted = true
    }
  }, [pages])
  return isRtl
}

const isRtlBook = async ({ pdf, fit, viewer }: Pages): Promise<boolean> => {
  const preferences = await pdf.getViewerPreferences().catch(() => null)
  // A Map, although its type says an object.
  if (preferences instanceof Map && preferences.get('Direction') === 'R2L') return true
  // The first page is drawn before others are measured.
  await viewer.onePageRendered
  const column = await fit.measure().catch(() => undefined)
  return column?.isRtl ?? false
}

import { useEffect, useState } from 'react'
import type { Pages } from './show-pages.ts'

/** About 220 words, as most people read prose. */
const CHARACTERS_PER_MINUTE = 1250

/** How long a page of this book takes on average; undefined if it has no text, or until it is measured. */
export const useMinutesPerPage = (pages: Pages | undefined): number | undefined => {
  const [minutes, setMinutes] = useState<number>()
  useEffect(() => {
    if (!pages) return
    let isUnmounted = false
    const measure = async () => {
      // The first page is drawn before others are measured.
      await pages.viewer.onePageRendered
      const column = await pages.fit.measure()
      if (column && !isUnmounted) setMinutes(column.charactersPerPage / CHARACTERS_PER_MINUTE)
    }
    measure().catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [pages])
  return minutes
}

import { useEffect, useState } from 'react'
import { type Chapter, readOutline } from './read-outline.ts'
import type { Pages } from './show-pages.ts'

/** The chapters of a book: none if it has no outline or a damaged one, undefined until they are read. */
export const useOutline = (pages: Pages | undefined): Chapter[] | undefined => {
  const [chapters, setChapters] = useState<Chapter[]>()
  useEffect(() => {
    if (!pages) return
    let isUnmounted = false
    readOutline(pages.pdf).then(
      (read) => !isUnmounted && setChapters(read),
      () => !isUnmounted && setChapters([]),
    )
    return () => {
      isUnmounted = true
    }
  }, [pages])
  return chapters
}

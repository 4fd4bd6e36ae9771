import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Places, type ShownMark, createPlacer } from './place-marks.ts'

const NONE: Places = new Map()

/** Where the marks are in this file. `onMisplaced` reports marks whose text is not where they say. */
export const usePlaces = (pdf: PDFDocumentProxy, marks: readonly ShownMark[]) => {
  const place = useMemo(() => createPlacer(pdf), [pdf])
  const misplaced = useRef(new Set<string>())
  const [reports, setReports] = useState(0)
  const [places, setPlaces] = useState(NONE)
  useEffect(() => {
    let isOutdated = false
    place(marks, (id) => misplaced.current.has(id)).then(
      (found) => !isOutdated && setPlaces(found),
      // The text could not be read: the marks are placed when they change, or the book is opened again.
      () => undefined,
    )
    return () => {
      isOutdated = true
    }
  }, [place, marks, reports])
  const onMisplaced = useCallback((ids: readonly string[]) => {
    const before = misplaced.current.size
    for (const id of ids) misplaced.current.add(id)
    if (misplaced.current.size > before) setReports((count) => count + 1)
  }, [])
  return { places, onMisplaced }
}

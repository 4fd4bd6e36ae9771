import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useState } from 'react'
import { type Places, type ShownMark, placerOf } from './place-marks.ts'

const NONE: Places = new Map()

/** Where the marks are in this file. `onMisplaced` reports marks whose text is not where they say. */
export const usePlaces = (pdf: PDFDocumentProxy, marks: readonly ShownMark[]) => {
  const [reports, setReports] = useState(0)
  const [places, setPlaces] = useState(() => placerOf(pdf).placed(marks) ?? NONE)
  useEffect(() => {
    let isOutdated = false
    placerOf(pdf)
      .place(marks)
      .then(
        (found) => !isOutdated && setPlaces(found),
        // The text could not be read: the marks are placed when they change, or the book is opened again.
        () => undefined,
      )
    return () => {
      isOutdated = true
    }
  }, [pdf, marks, reports])
  const onMisplaced = useCallback(
    (ids: readonly string[]) => {
      if (placerOf(pdf).report(ids)) setReports((count) => count + 1)
    },
    [pdf],
  )
  return { places, onMisplaced }
}

import { useCallback, useEffect, useState } from 'react'
import type { MarkedText } from './marked-text.ts'
import { type Places, type ShownMark, placerOf } from './place-marks.ts'

const NONE: Places = new Map()

/** Where the marks are in this file. `onMisplaced` reports marks whose text is not where they say. */
export const usePlaces = (book: MarkedText, marks: readonly ShownMark[]) => {
  const [reports, setReports] = useState(0)
  const [places, setPlaces] = useState(() => placerOf(book).placed(marks) ?? NONE)
  useEffect(() => {
    let isOutdated = false
    placerOf(book)
      .place(marks)
      .then(
        (found) => !isOutdated && setPlaces(found),
        // The text could not be read: the marks are placed when they change, or the book is opened again.
        () => undefined,
      )
    return () => {
      isOutdated = true
    }
  }, [book, marks, reports])
  const onMisplaced = useCallback(
    (ids: readonly string[]) => {
      if (placerOf(book).report(ids)) setReports((count) => count + 1)
    },
    [book],
  )
  return { places, onMisplaced }
}

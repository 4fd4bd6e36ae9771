import { useCallback, useMemo, useState } from 'react'
import { useLastLoaded } from '#web/ui/use-loaded.ts'
import type { MarkedText } from './marked-text.ts'
import { type Places, type ShownMark, placerOf } from './place-marks.ts'

const NONE: Places = new Map()

const place = ({ book, marks }: { book: MarkedText; marks: readonly ShownMark[] }) => placerOf(book).place(marks)

/** Where the marks are in this file. `onMisplaced` reports marks whose text is not where they say. */
export const usePlaces = (book: MarkedText, marks: readonly ShownMark[]) => {
  const [reports, setReports] = useState(0)
  const [first] = useState(() => placerOf(book).placed(marks) ?? NONE)
  const asked = useMemo(() => ({ book, marks, reports }), [book, marks, reports])
  // Where the text can't be read, the marks are placed when they change, or the book is opened again.
  const places = useLastLoaded(asked, place) ?? first
  const onMisplaced = useCallback(
    (ids: readonly string[]) => {
      if (placerOf(book).report(ids)) setReports((count) => count + 1)
    },
    [book],
  )
  return { places, onMisplaced }
}

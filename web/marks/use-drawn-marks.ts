import { useEffect } from 'react'
import type { MarkedText } from './marked-text.ts'
import type { PageMark } from './page-mark.ts'
import type { Places, ShownMark } from './place-marks.ts'

interface DrawnMarks {
  marks: readonly ShownMark[]
  places: Places
  /** Comments on words, drawn along. */
  comments: readonly PageMark[]
  onMisplaced: (ids: readonly string[]) => void
}

/** Draws the marks of the book where they are. */
export const useDrawnMarks = (text: MarkedText, { marks, places, comments, onMisplaced }: DrawnMarks) => {
  useEffect(() => {
    const placed = marks.flatMap(({ id, content }) => (places.get(id) ?? []).map((anchor) => ({ id, content, anchor })))
    return text.draw([...comments, ...placed], onMisplaced)
  }, [text, marks, places, comments, onMisplaced])
}

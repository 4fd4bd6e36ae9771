import type { MarkContent } from '#contract/marks.ts'
import { MARKS } from '#web/messages/marks.ts'

const NOTE_MAX = 200

/** What a mark is, for a screen reader. */
export const labelOfMark = (content: MarkContent) => {
  if (!content.color) return MARKS.bookmarkLabel
  const label = MARKS.highlightLabel[content.color](excerptOf(content))
  return content.note ? `${label} ${MARKS.noteOf(content.note.slice(0, NOTE_MAX))}` : label
}

const excerptOf = (content: MarkContent) => {
  const text = content.anchors.map(({ exact }) => exact).join(' ')
  return text.length > 120 ? `${text.slice(0, 117).trimEnd()}…` : text
}

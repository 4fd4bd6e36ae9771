import type { MarkAnchor, MarkContent } from '#contract/marks.ts'

/** A mark on one page. */
export interface PageMark {
  id: string
  content: MarkContent
  anchor: MarkAnchor
}

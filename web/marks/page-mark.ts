import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import type { CommentOnWords } from '#web/comments/use-placed-comments.ts'

/** A mark on one page. */
export interface PageMark {
  id: string
  content: MarkContent
  anchor: MarkAnchor
  /** What readers say of these words, in place of a mark of one's own. */
  comment?: CommentOnWords
}

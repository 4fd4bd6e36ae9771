import { useEffect, useState } from 'react'
import type { CommentOnWords } from '#web/comments/use-placed-comments.ts'
import type { MarkedText } from './marked-text.ts'
import type { PageMark } from './page-mark.ts'

/** Pages on either side of the reader's, of which the text is read. */
const NEAR = 2
const NONE: PageMark[] = []

/** Comments on words near the page, as marks. Those whose words are not on their page, as in another version, are left out. */
export const useCommentMarks = (text: MarkedText, comments: readonly CommentOnWords[] | undefined, page: number) => {
  const [marks, setMarks] = useState(NONE)
  useEffect(() => {
    let isOutdated = false
    const find = async () => {
      const near = (comments ?? []).filter(({ place }) => !place.isLost && Math.abs(place.page - page) <= NEAR)
      const found = await Promise.all(near.map((comment) => markOf(text, comment)))
      if (!isOutdated) setMarks(found.length > 0 ? found.flatMap((mark) => mark ?? []) : NONE)
    }
    // Without the text of a page there is nothing to mark on it.
    find().catch(() => undefined)
    return () => {
      isOutdated = true
    }
  }, [text, comments, page])
  return marks
}

const markOf = async (text: MarkedText, comment: CommentOnWords): Promise<PageMark | undefined> => {
  const { page, quote } = comment.place
  if (page > text.pageCount) return undefined
  const start = (await text.textOf(page)).indexOf(quote)
  if (start < 0) return undefined
  const anchor = { page, start, end: start + quote.length, exact: quote, prefix: '', suffix: '' }
  const content = { color: 'ink' as const, note: '', file: text.file, anchors: [anchor], createdAt: comment.createdAt }
  return { id: comment._id, content, anchor, comment }
}

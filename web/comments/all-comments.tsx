import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/session/use-session.ts'
import { useFocusOnNew } from '#web/ui/use-focus-on-new.ts'
import { CommentPages, type CommentPagesProps } from './comment-pages.tsx'
import { commentsAfter, joinPages, seenCount, usePostedComments } from './use-comments.ts'

interface AllCommentsProps extends Pick<CommentPagesProps, 'book' | 'Text'> {
  /** The last comment of the first page. */
  after: string
}

/** The comments on a book, loaded page by page, of which the first one is there. */
export const AllComments = ({ book, Text, after }: AllCommentsProps) => {
  const { user } = useSession()
  const { posted } = usePostedComments(book._id)
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined, after])
  const pages = useQueries({ queries: cursors.map((cursor) => commentsAfter(cursor, book._id, user)) })
  const { comments, next } = joinPages(
    pages.map(({ data }) => data ?? []),
    posted,
    seenCount(book, user),
  )
  const { list, expect: expectMore } = useFocusOnNew<HTMLOListElement>(comments.length, true)
  const showMore = () => {
    expectMore()
    setCursors([...cursors, next])
  }
  return (
    <CommentPages
      book={book}
      Text={Text}
      comments={comments}
      list={list}
      lastPage={pages.at(-1)}
      showMore={next ? showMore : undefined}
    />
  )
}

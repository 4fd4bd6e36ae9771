import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getPosition } from '#contract/calls/reading.ts'
import type { Comment } from '#contract/comments.ts'
import { hashOfPassage } from '#contract/shapes/place-address.ts'
import { query } from '#web/api/query.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { useHasToken, useSession } from '#web/session/use-session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import './placed-comment.css'

export interface PlacedCommentProps {
  bookId: string
  comment: Comment
  /** Nothing is covered. */
  isShown?: boolean
  /** Goes to the words in the open book. */
  onGo?: () => void
}

/** The text of a comment on words of the book, with the words. What is beyond where one has read is covered until one asks. */
export const PlacedComment = ({ bookId, comment, isShown = false, onGo }: PlacedCommentProps) => {
  const { place, text, user } = comment
  const session = useSession()
  const reached = useReached(bookId)
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(isShown)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isOpen && !isShown) words.current?.focus()
  }, [isOpen, isShown])
  if (!place) return null
  const isOwn = user !== null && user._id === session.user?._id
  const isCovered = !isOpen && !isOwn && place.page > reached
  return (
    <div className="placed-comment">
      <p className="comment-place">
        {isCovered ? (
          <>
            <span>{PLACED_COMMENTS.ahead(place.page, reached)}</span>
            <button type="button" disabled={!isHydrated} onClick={() => setOpen(true)}>
              {PLACED_COMMENTS.show}
            </button>
          </>
        ) : place.isLost ? (
          <span>{PLACED_COMMENTS.lost}</span>
        ) : onGo ? (
          <button type="button" onClick={onGo}>
            {PLACED_COMMENTS.page(place.page)}
          </button>
        ) : (
          <Link to={`/read/${bookId}${hashOfPassage(place)}`}>{PLACED_COMMENTS.page(place.page)}</Link>
        )}
      </p>
      {/* It keeps its height, so that nothing moves when it is uncovered. */}
      <div className={isCovered ? 'comment-covered' : undefined}>
        <blockquote className="comment-quote" dir="auto">
          {place.quote}
        </blockquote>
        <p ref={words} tabIndex={-1} className="comment-words" dir="auto">
          {text}
        </p>
      </div>
    </div>
  )
}

/** The last page that a member has reached on any device; 0 for others, and until it is known. */
const useReached = (bookId: string): number => {
  const hasToken = useHasToken()
  const { data } = useQuery({ ...query(getPosition, { params: { id: bookId } }), enabled: hasToken })
  return Math.max(0, ...[data?.at, ...(data?.others ?? [])].map((position) => position?.furthest ?? 0))
}

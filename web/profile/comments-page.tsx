import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { listOwnBooks } from '#contract/calls/publishing.ts'
import { listReceivedComments, markCommentsRead } from '#contract/calls/received-comments.ts'
import { RECEIVED_COMMENTS_AT_ONCE } from '#contract/values/received-comments.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { CommentActions } from '#web/comments/comment-actions.tsx'
import { CommentItem } from '#web/comments/comment-item.tsx'
import { CommentText } from '#web/comments/comment-text.tsx'
import { RECEIVED_COMMENTS } from '#web/messages/studio-home.ts'
import { MorePages, usePages } from './more-pages.tsx'
import { ProfilePage } from './profile-frame.tsx'
import css from './studio.module.css'

/** What others have said of one's own books. */
export const CommentsPage = () => (
  <ProfilePage title={RECEIVED_COMMENTS.title}>{(user) => <ReceivedComments user={user} />}</ProfilePage>
)

const ReceivedComments = ({ user }: { user: User }) => {
  const {
    all: comments,
    list,
    ...more
  } = usePages((before) => query(listReceivedComments, before ? { query: { before } } : {}), RECEIVED_COMMENTS_AT_ONCE)
  useMarkRead(comments[0])
  return (
    <section id="comments" tabIndex={-1} aria-label={RECEIVED_COMMENTS.title}>
      {comments.length > 0 && (
        <ol ref={list} className={css.comments}>
          {comments.map((comment) => (
            <CommentItem key={comment._id}>
              <CommentText bookId={comment.book._id} comment={comment} isShown />
              <p className={css.about}>
                {comment.isNew && <b>{RECEIVED_COMMENTS.isNew}</b>} {RECEIVED_COMMENTS.on}{' '}
                <Link to={`/books/${comment.book._id}`} dir="auto">
                  {comment.book.title}
                </Link>
              </p>
              <CommentActions
                book={{ _id: comment.book._id, publisher: comment.book.isOwn ? user : null }}
                comment={comment}
                user={user}
                mayDelete={user.userType === 'admin'}
              />
            </CommentItem>
          ))}
        </ol>
      )}
      {comments.length === 0 && more.lastPage?.data && <p className={css.none}>{RECEIVED_COMMENTS.none}</p>}
      <MorePages {...more} call={listReceivedComments} texts={RECEIVED_COMMENTS} />
    </section>
  )
}

/** What is shown is read; it stays marked as new until the page is left. */
const useMarkRead = (newest: { _id: string; isNew: boolean } | undefined) => {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (until: string) => api(markCommentsRead, { body: { until } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listOwnBooks) }),
  })
  const until = newest?.isNew ? newest._id : undefined
  useEffect(() => {
    if (until) mutate(until)
  }, [until, mutate])
}

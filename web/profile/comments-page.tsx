import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listOwnBooks } from '#contract/calls/publishing.ts'
import { listReceivedComments, markCommentsRead, RECEIVED_COMMENTS_AT_ONCE } from '#contract/calls/received-comments.ts'
import type { User } from '#contract/people.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf, query } from '#web/api/query.ts'
import { CommentActions } from '#web/comments/comment-actions.tsx'
import { CommentItem } from '#web/comments/comment-item.tsx'
import { CommentText } from '#web/comments/comment-text.tsx'
import { RECEIVED_COMMENTS } from '#web/messages/studio-home.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { ProfilePage } from './profile-frame.tsx'
import css from './studio.module.css'

/** What others have said of one's own books. */
export const CommentsPage = () => (
  <ProfilePage title={RECEIVED_COMMENTS.title}>{(user) => <ReceivedComments user={user} />}</ProfilePage>
)

const ReceivedComments = ({ user }: { user: User }) => {
  const { comments, lastPage, showMore } = useReceivedComments()
  useMarkRead(comments[0])
  return (
    <section id="comments" tabIndex={-1} aria-label={RECEIVED_COMMENTS.title}>
      {comments.length > 0 && (
        <ol className={css.comments}>
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
                {...{ comment, user }}
                mayDelete={user.userType === 'admin'}
              />
            </CommentItem>
          ))}
        </ol>
      )}
      {comments.length === 0 && lastPage?.data && <p className={css.none}>{RECEIVED_COMMENTS.none}</p>}
      {!lastPage?.data && lastPage?.isError && (
        <ErrorNotice
          message={errorMessage(lastPage.error, listReceivedComments)}
          onRetry={() => void lastPage.refetch()}
        />
      )}
      {lastPage?.isPending && <Loading text={RECEIVED_COMMENTS.loading} />}
      {showMore && (
        <Button kind="quiet" onClick={showMore}>
          {RECEIVED_COMMENTS.more}
        </Button>
      )}
    </section>
  )
}

/** The comments, newest first, loaded page by page. */
const useReceivedComments = () => {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({
    queries: cursors.map((before) => query(listReceivedComments, before ? { query: { before } } : {})),
  })
  const lastPage = pages.at(-1)
  const last = (lastPage?.data?.length ?? 0) >= RECEIVED_COMMENTS_AT_ONCE ? lastPage?.data?.at(-1) : undefined
  // A page that is fetched again may have comments of the next one.
  const all = new Map(pages.flatMap(({ data = [] }) => data).map((comment) => [comment._id, comment]))
  return {
    comments: [...all.values()],
    lastPage,
    showMore: last && (() => setCursors([...cursors, last._id])),
  }
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

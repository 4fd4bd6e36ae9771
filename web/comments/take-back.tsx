import { Suspense, lazy, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/people.ts'
import { Button } from '#web/ui/button.tsx'
import { COMMENTS } from '#web/words/books.ts'

/** Loaded by who asks for it: most who read comments never do. */
const TakeBackDialog = lazy(async () => ({ default: (await import('./take-back-dialog.tsx')).TakeBackDialog }))

interface TakeBackProps {
  bookId: string
  comment: Comment
  /** Who is here. */
  user: User | undefined
}

/** Takes a comment back, after a confirm: its writer's own, or as an administrator any. */
export const TakeBack = ({ bookId, comment, user }: TakeBackProps) => {
  const [asking, setAsking] = useState(false)
  const isOwn = user !== undefined && comment.user?._id === user._id
  if (!isOwn && user?.userType !== 'admin') return null
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {(isOwn ? COMMENTS.takeBack : COMMENTS.remove).button}
      </Button>
      <Suspense>
        {asking && <TakeBackDialog {...{ bookId, comment, isOwn }} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}

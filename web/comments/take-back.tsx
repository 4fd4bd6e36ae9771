import { useState } from 'react'
import type { ComponentType } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/people.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import type { TakeBackDialogProps } from './take-back-dialog.tsx'

interface TakeBackProps {
  bookId: string
  comment: Comment
  /** Who is here. */
  user: User | undefined
}

/** Takes a comment back, after a confirm: its writer's own, or as an administrator any. */
export const TakeBack = ({ bookId, comment, user }: TakeBackProps) => {
  const [Asking, setAsking] = useState<ComponentType<TakeBackDialogProps>>()
  const toast = useToast()
  const isOwn = user !== undefined && comment.user?._id === user._id
  if (!isOwn && user?.userType !== 'admin') return null
  // Loaded by who asks for it: most who read comments never do.
  const ask = () =>
    void import('./take-back-dialog.tsx').then(
      (loaded) => setAsking(() => loaded.TakeBackDialog),
      () => toast.bad(COMMENTS.goneFailed),
    )
  return (
    <>
      <Button kind="quiet" onClick={ask}>
        {(isOwn ? COMMENTS.takeBack : COMMENTS.remove).button}
      </Button>
      {Asking && <Asking {...{ bookId, comment, isOwn }} onClose={() => setAsking(undefined)} />}
    </>
  )
}

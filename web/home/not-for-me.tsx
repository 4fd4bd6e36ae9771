import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Book } from '#contract/books.ts'
import { dailyRecommendations, recommendedBooks } from '#contract/calls/recommendations.ts'
import { dismissBook, restoreBook } from '#contract/calls/recommended-book-actions.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { NOT_FOR_ME } from '#web/messages/not-for-me.ts'
import { useCountedClicks } from './use-counted-clicks.ts'
import css from './not-for-me.module.css'
import { SIGNS } from '#web/messages/signs.ts'

export interface NotForMeProps {
  book: Book
  /** What clicks on the book are counted by. */
  click?: string | null | undefined
}

/** On the cover of a recommended book: refuses it, and takes that back. The book leaves the shelf with the next visit. */
export const NotForMe = ({ book: { _id: id, title }, click }: NotForMeProps) => {
  const ref = useCountedClicks(click)
  const [isDismissed, setDismissed] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useAction({
    call: dismissBook,
    send: () => api(isDismissed ? restoreBook : dismissBook, { params: { id } }),
    onDone: () => {
      setDismissed(!isDismissed)
      for (const call of [recommendedBooks, dailyRecommendations])
        void client.invalidateQueries({ queryKey: keyOf(call), refetchType: 'none' })
    },
  })
  const label = isDismissed ? NOT_FOR_ME.undo : NOT_FOR_ME.refuse
  // One button for both, which keeps its focus.
  return (
    <span ref={ref} className={isDismissed ? css.refused : css.offer}>
      <span role="status">{isDismissed && NOT_FOR_ME.refused}</span>
      <Button aria-label={label + SIGNS.colon + title} busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </span>
  )
}

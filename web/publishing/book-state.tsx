import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setBookState } from '#contract/calls/publishing.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { useAction } from '#web/api/use-action.ts'
import { CHAPTERS } from '#web/messages/chapters.ts'
import { DRAFT, STATE, WITHDRAW } from '#web/messages/studio.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import css from './book-state.module.css'
import { planBook } from './plan-book.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { SIGNS } from '#web/messages/signs.ts'

/** Whether an own book is published, planned or withdrawn, and what its author can do about that. */
export const BookState = ({ book: { _id: id, state, publishAt, takesChapters } }: { book: EditedBook }) => {
  const [asks, setAsks] = useState<'time' | 'withdrawal'>()
  const client = useQueryClient()
  const close = () => setAsks(undefined)
  const { mutate, isPending } = useAction({
    call: setBookState,
    send: (target: 'published' | 'withdrawn') => api(setBookState, { params: { id }, body: { state: target } }),
    done: (_, target) =>
      target === 'published' ? DRAFT.published : state === 'planned' ? STATE.planCancelled : STATE.withdrawnNow,
    onDone: () => {
      void client.invalidateQueries()
      close()
    },
    onFail: close,
    messageOf: (thrown, call) => {
      const { title, text, errors } = toFailure(thrown, call)
      return { title, text: Object.values(errors).join(' ') || text }
    },
  })
  const text =
    state === 'draft' ? DRAFT.lede : state === 'planned' ? STATE.planned(formatTime(publishAt ?? '')) : STATE[state]
  return (
    <section className={css.state} aria-label={STATE.names[state]}>
      <p>
        <b>{STATE.names[state] + SIGNS.end}</b> {text}
      </p>
      <div className={css.actions}>
        {state === 'published' ? (
          <>
            {takesChapters && <ButtonLink to={`/books/${id}/edit/chapters`}>{CHAPTERS.link}</ButtonLink>}
            <Button kind="quiet" onClick={() => setAsks('withdrawal')}>
              {STATE.withdraw}
            </Button>
          </>
        ) : (
          <>
            <Button kind="strong" busy={isPending} onClick={() => mutate('published')}>
              {state === 'planned' ? STATE.publishNow : STATE.publishAgain}
            </Button>
            <Button onClick={() => setAsks('time')}>{state === 'planned' ? STATE.changeTime : DRAFT.plan}</Button>
            {state === 'planned' && (
              <Button kind="quiet" busy={isPending} onClick={() => mutate('withdrawn')}>
                {STATE.cancelPlan}
              </Button>
            )}
            <ButtonLink kind="quiet" to={`/books/${id}/preview`}>
              {STATE.preview}
            </ButtonLink>
          </>
        )}
      </div>
      {asks === 'time' && (
        <PlanDialog
          planned={state === 'planned' ? publishAt : null}
          call={setBookState}
          send={(time) => planBook(id, time)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asks === 'withdrawal'}
        {...WITHDRAW}
        waits
        isPending={isPending}
        onClose={close}
        onConfirm={() => mutate('withdrawn')}
      >
        <p>{WITHDRAW.text}</p>
      </ConfirmDialog>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMarks, listMarkedBooks } from '#contract/calls/marks.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MARKED_BOOKS } from '#web/messages/profile.ts'
import { Setting } from './setting.tsx'
import { SIGNS } from '#web/messages/signs.ts'

/** Deletes the marks in books that are no longer in the library. Not shown if there are none. */
export const MarkedBooks = () => {
  const { data = [] } = useQuery(query(listMarkedBooks))
  const [chosen, setChosen] = useState<{ _id: string; title: string }>()
  const { mutate, isPending } = useAction({
    call: deleteMarks,
    send: ({ _id }: { _id: string }) => api(deleteMarks, { params: { id: _id } }),
    messageOf: () => MARKED_BOOKS.failed,
    done: MARKED_BOOKS.gone,
    outdated: [listMarkedBooks],
    onDone: () => setChosen(undefined),
  })
  const gone = data.flatMap(({ isGone, title, author, ...book }) =>
    isGone && title !== null && author !== null ? [{ ...book, title, author }] : [],
  )
  if (gone.length === 0) return null
  return (
    <Setting title={MARKED_BOOKS.title} text={MARKED_BOOKS.text}>
      <ul>
        {gone.map((book) => (
          <li key={book._id}>
            <span dir="auto">{MARKED_BOOKS.of(book.title, book.author)}</span>
            {SIGNS.dash}
            {MARKED_BOOKS.count(book.marks)}{' '}
            <Button kind="quiet" danger aria-label={MARKED_BOOKS.remove(book.title)} onClick={() => setChosen(book)}>
              {MARKED_BOOKS.go}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={MARKED_BOOKS.confirm}
        cancel={MARKED_BOOKS.cancel}
        go={MARKED_BOOKS.go}
        isPending={isPending}
        onConfirm={() => chosen && mutate(chosen)}
      >
        {chosen && <p>{MARKED_BOOKS.confirmText(chosen.title)}</p>}
      </ConfirmDialog>
    </Setting>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMarks, listMarkedBooks } from '#contract/calls/marks.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { MARKED_BOOKS } from '#web/messages/profile.ts'
import { Setting } from './setting.tsx'
import { SIGNS } from '#web/messages/signs.ts'

/** Deletes the marks in books that are no longer in the library. Not shown if there are none. */
export const MarkedBooks = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { data = [] } = useQuery(query(listMarkedBooks))
  const [chosen, setChosen] = useState<{ _id: string; title: string }>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id }: { _id: string }) => api(deleteMarks, { params: { id: _id } }),
    onSuccess: async () => {
      toast.good(MARKED_BOOKS.gone)
      setChosen(undefined)
      await client.invalidateQueries({ queryKey: keyOf(listMarkedBooks) })
    },
    onError: () => toast.bad(MARKED_BOOKS.failed),
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
      <Dialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={MARKED_BOOKS.confirm}
        closeLabel={MARKED_BOOKS.cancel}
        actions={
          <Button danger busy={isPending} onClick={() => chosen && mutate(chosen)}>
            {MARKED_BOOKS.go}
          </Button>
        }
      >
        {chosen && <p>{MARKED_BOOKS.confirmText(chosen.title)}</p>}
      </Dialog>
    </Setting>
  )
}

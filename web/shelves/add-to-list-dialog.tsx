import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addToList, getList, listLists, removeFromList } from '#contract/calls/lists.ts'
import { LISTS_MAX } from '#contract/values/lists.ts'
import { getShelved } from '#contract/calls/shelves.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf, query } from '#web/api/query.ts'
import { LISTS } from '#web/messages/lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './list-dialog.module.css'
import { ListDialog } from './list-dialog.tsx'

export interface AddToListDialogProps {
  book: { _id: string; title: string }
  onClose: () => void
}

/** The own lists, each with a box that puts the book into it; the last one makes a new list. */
export const AddToListDialog = ({ book: { _id: bookId, title }, onClose }: AddToListDialogProps) => {
  const asked = query(getShelved, { params: { id: bookId } })
  const { data, error, refetch } = useQuery(asked)
  const [isAdding, setAdding] = useState(false)
  /** What was pressed, until it is known to be stored. */
  const [pressed, setPressed] = useState<Record<string, boolean>>({})
  const client = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: ({ id, hasBook }: { id: string; hasBook: boolean }) =>
      api(hasBook ? addToList : removeFromList, { params: { id, bookId } }),
    onSettled: async (_, __, { id }) => {
      for (const call of [listLists, getList]) void client.invalidateQueries({ queryKey: keyOf(call) })
      await client.invalidateQueries({ queryKey: asked.queryKey })
      setPressed(({ [id]: _done, ...others }) => others)
    },
    onError: (thrown) => toast.bad(errorMessage(thrown, addToList)),
  })
  if (isAdding)
    return (
      <ListDialog
        onClose={() => setAdding(false)}
        onSaved={({ _id: id }) => {
          setAdding(false)
          mutate({ id, hasBook: true })
        }}
      />
    )
  return (
    <Dialog onClose={onClose} title={LISTS.addTo(title)} closeLabel={LISTS.done}>
      {!data && error && <ErrorNotice message={errorMessage(error, getShelved)} onRetry={() => void refetch()} />}
      {!data && !error && <Loading text={LISTS.loading} />}
      {data?.lists.length === 0 && <p>{LISTS.noneYet}</p>}
      {data && data.lists.length > 0 && (
        <ul className={css.lists}>
          {data.lists.map((list) => (
            <li key={list._id}>
              <label dir="auto">
                <input
                  type="checkbox"
                  checked={pressed[list._id] ?? list.hasBook}
                  onChange={({ target }) => {
                    setPressed((before) => ({ ...before, [list._id]: target.checked }))
                    mutate({ id: list._id, hasBook: target.checked })
                  }}
                />
                {list.name}
              </label>
            </li>
          ))}
        </ul>
      )}
      {data && data.lists.length < LISTS_MAX && (
        <p className={css.more}>
          <Button onClick={() => setAdding(true)}>{LISTS.add}</Button>
        </p>
      )}
    </Dialog>
  )
}

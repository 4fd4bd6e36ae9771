import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listReading } from '#contract/calls/reading.ts'
import { getShelved, listShelf, listShelves, shelveBook } from '#contract/calls/shelves.ts'
import type { Shelved } from '#contract/shelves.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { readUnsentShelves, type ShelfChange } from '#web/session/unsent-shelves.ts'
import { saidOfChange } from './said-of-change.ts'
import { shelve } from './send-shelves.ts'

const NOTHING: Shelved = { isWanted: false, finishedAt: null, lists: [] }

/** Where a book stands for a reader, and how to change that; undefined without a user or until it is known. */
export const useShelved = (userId: string | null | undefined, bookId: string) => {
  const client = useQueryClient()
  const asked = query(getShelved, { params: { id: bookId } })
  const { data, isError } = useQuery({ ...asked, enabled: Boolean(userId) })
  const { mutate, isPending } = useAction({
    call: shelveBook,
    send: ({ owner, change }: { owner: string; change: ShelfChange }) => shelve({ userId: owner, bookId }, change),
    done: (shelved, { change }) => saidOfChange(change, shelved !== undefined),
    onDone: (shelved, { change }) => {
      client.setQueryData(asked.queryKey, (known = NOTHING) => shelved ?? changed(known, change))
      for (const call of [listShelves, listShelf, listReading]) void client.invalidateQueries({ queryKey: keyOf(call) })
    },
  })
  if (!userId || !(data || isError)) return undefined
  const shelved = readUnsentShelves(userId, bookId).reduce(changed, data ?? NOTHING)
  return { ...shelved, isBusy: isPending, change: (change: ShelfChange) => mutate({ owner: userId, change }) }
}

const changed = (shelved: Shelved, { isWanted, isFinished }: ShelfChange): Shelved => ({
  ...shelved,
  isWanted: isFinished ? false : (isWanted ?? shelved.isWanted),
  finishedAt: isFinished ? new Date().toISOString() : isFinished === false ? null : shelved.finishedAt,
})

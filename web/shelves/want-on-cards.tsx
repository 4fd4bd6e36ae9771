import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck, BookmarkPlus } from 'lucide'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { getShelved, listShelf, listShelves, listWanted, shelveBook } from '#contract/calls/shelves.ts'
import { WANTED_ASKED_MAX } from '#contract/values/shelves.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf, query } from '#web/api/query.ts'
import { SHELVED, wantToRead } from '#web/messages/shelves.ts'
import { readUnsentShelves } from '#web/session/unsent-shelves.ts'
import { Drawing } from '#web/ui/icon.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { saidOfChange } from './said-of-change.ts'
import { shelve } from './send-shelves.ts'
import { useCards } from './use-cards.ts'
import './want-on-cards.css'

/**
 * A button 'Want to read' on each book card of the page, for members. Cards are the same for all readers and come before this:
 * the buttons are put on them, and one call asks about all books.
 */
export const WantOnCards = ({ userId }: { userId: string }) => {
  const cards = useCards()
  const client = useQueryClient()
  const toast = useToast()
  /** What was pressed, until it is known to be stored. */
  const [pressed, setPressed] = useState<Record<string, boolean>>({})
  const wanted = useWanted([...new Set(cards.map(({ bookId }) => bookId))].toSorted())
  const { mutate } = useMutation({
    mutationFn: ({ bookId, isWanted }: { bookId: string; isWanted: boolean }) =>
      shelve({ userId, bookId }, { isWanted }),
    onSuccess: (stored, { isWanted }) => toast.good(saidOfChange({ isWanted }, stored !== undefined)),
    onError: (thrown) => toast.bad(errorMessage(thrown, shelveBook)),
    onSettled: async (_, __, { bookId }) => {
      for (const call of [listShelves, listShelf, getShelved]) void client.invalidateQueries({ queryKey: keyOf(call) })
      await client.invalidateQueries({ queryKey: keyOf(listWanted) })
      setPressed(({ [bookId]: _done, ...others }) => others)
    },
  })
  return cards.map(({ bookId, title, element }, at) => {
    const known = wanted.get(bookId)
    if (known === undefined) return null
    const unsent = readUnsentShelves(userId, bookId).findLast((change) => change.isWanted !== undefined)
    const isWanted = pressed[bookId] ?? unsent?.isWanted ?? known
    return createPortal(
      <button
        type="button"
        className="want-on-card"
        aria-pressed={isWanted}
        aria-label={wantToRead(title)}
        title={SHELVED.want}
        onClick={() => {
          setPressed((before) => ({ ...before, [bookId]: !isWanted }))
          mutate({ bookId, isWanted: !isWanted })
        }}
      >
        <Drawing of={isWanted ? BookmarkCheck : BookmarkPlus} />
      </button>,
      element,
      `${bookId} ${at}`,
    )
  })
}

/** Whether these books are wanted, as far as it is known; what was known before stays while more are asked about. */
const useWanted = (ids: string[]): ReadonlyMap<string, boolean> => {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  const asked = Array.from({ length: Math.ceil(ids.length / WANTED_ASKED_MAX) }, (_, at) =>
    ids.slice(at * WANTED_ASKED_MAX, (at + 1) * WANTED_ASKED_MAX),
  )
  const told = useQueries({
    queries: asked.map((some) => ({ ...query(listWanted, { query: { ids: some.join(',') } }), staleTime: 0 })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) =>
        data ? (asked[at] ?? []).map((id): [string, boolean] => [id, data.wanted.includes(id)]) : [],
      ),
  })
  useEffect(() => setKnown((before) => new Map([...before, ...told])), [told])
  return known
}

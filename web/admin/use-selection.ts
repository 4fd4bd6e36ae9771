import { useState } from 'react'
import { BULK_MAX } from '#contract/values/admin.ts'
import type { AdminBook } from '#contract/admin.ts'

/** The books that are selected, on this page of the list and on others, up to the maximum of one call. */
export const useSelection = (page: readonly AdminBook[]) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, AdminBook>>(new Map())
  const current = new Map(page.map((book) => [book._id, book]))
  const select = (books: readonly AdminBook[], on: boolean) =>
    setSelected((before) => {
      const after = new Map(before)
      for (const book of books) {
        if (!on) after.delete(book._id)
        else if (after.size < BULK_MAX) after.set(book._id, book)
      }
      return after
    })
  return {
    /** Those on this page as they are now. */
    chosen: [...selected.values()].map((book) => current.get(book._id) ?? book),
    isFull: selected.size >= BULK_MAX,
    isWholePage: page.length > 0 && page.every(({ _id }) => selected.has(_id)),
    has: (book: AdminBook) => selected.has(book._id),
    select: (book: AdminBook, on: boolean) => select([book], on),
    selectPage: (on: boolean) => select(page, on),
    clear: () => setSelected(new Map()),
    keepOnly: (ids: ReadonlyMap<string, unknown>) =>
      setSelected((before) => new Map([...before].filter(([id]) => ids.has(id)))),
  }
}

export type Selection = ReturnType<typeof useSelection>

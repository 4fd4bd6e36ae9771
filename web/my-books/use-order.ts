import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '#contract/api/endpoint.ts'
import type { ShelvedBook } from '#contract/shelves.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf } from '#web/api/query.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { useToast } from '#web/ui/toast.tsx'

interface OrderOptions {
  books: ShelvedBook[]
  /** The number of books on the pages before. */
  before: number
  total: number
  /** The place counts from 1 over all pages. */
  onPlace: (bookId: string, place: number) => Promise<unknown>
  onTakeOff: (bookId: string) => Promise<unknown>
  /** Their answers change with the order. */
  changes: Call[]
  /** Its failure message is that of a move. */
  call: Pick<Call, 'failureMessage'>
}

type Change = { book: ShelvedBook; place: number | undefined }

const KEY = ['order books']

/** A page of books in an order by hand: what was moved or taken off is there at once, and sent one after the other. */
export const useOrder = ({ books, before, total, onPlace, onTakeOff, changes, call }: OrderOptions) => {
  const [shown, setShown] = useState(books)
  const [said, setSaid] = useState('')
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationKey: KEY,
    // In the order in which they were made.
    scope: { id: KEY[0] ?? '' },
    mutationFn: ({ book, place }: Change) => (place === undefined ? onTakeOff(book._id) : onPlace(book._id, place)),
    onError: (thrown, { place }) => {
      setSaid('')
      toast.bad(errorMessage(thrown, place === undefined ? { failureMessage: MY_BOOKS.notTakenOff } : call))
    },
    // The last one ends when the new order is loaded.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: KEY }) > 1) return
      await Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })))
    },
  })
  // What arrives before the last one has ended is older than what is shown.
  useEffect(() => {
    if (!isPending) setShown(books)
  }, [books, isPending])
  const change = (made: Change) => {
    // What is being loaded is older than this.
    for (const changed of changes) void client.cancelQueries({ queryKey: keyOf(changed) })
    mutate(made)
  }
  const move = (book: ShelvedBook, by: 1 | -1) => {
    const from = shown.findIndex(({ _id }) => _id === book._id)
    const place = before + from + 1 + by
    if (from < 0 || place < 1 || place > total) return false
    const others = shown.toSpliced(from, 1)
    setShown(from + by < 0 || from + by > others.length ? others : others.toSpliced(from + by, 0, book))
    setSaid(MY_BOOKS.moved(book.title, place, total))
    change({ book, place })
    return true
  }
  const takeOff = (book: ShelvedBook) => {
    setShown(shown.filter(({ _id }) => _id !== book._id))
    setSaid(MY_BOOKS.takenOff(book.title))
    change({ book, place: undefined })
  }
  return { shown, said, move, takeOff }
}

import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { onKeptBooksChange, readKeptBook } from '#web/session/kept-books.ts'
import { canKeepFiles } from '#web/session/kept-files.ts'
import { useToast } from '#web/ui/toast.tsx'

/** Keeps a book on this device or removes it. Undefined without a user, or if the browser can't keep files. */
export const useKeep = (userId: string | null | undefined, book: BookDetail) => {
  const toast = useToast()
  const isKept = useSyncExternalStore(
    onKeptBooksChange,
    () => Boolean(userId && readKeptBook(userId, book._id)),
    () => false,
  )
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ owner, isRemoved }: { owner: string; isRemoved: boolean }) => {
      const { keepBook, removeKeptBook } = await import('./keep-book.ts')
      return isRemoved ? removeKeptBook(owner, book._id) : keepBook(owner, book)
    },
    onSuccess: (_, { isRemoved }) => toast.good(isRemoved ? KEPT_BOOKS.removed : KEPT_BOOKS.kept),
    onError: (error) => toast.bad(error.name === 'QuotaExceededError' ? KEPT_BOOKS.noRoom : KEPT_BOOKS.keepFailed),
  })
  if (!userId || !canKeepFiles()) return undefined
  return { isOn: isKept, isBusy: isPending, toggle: () => mutate({ owner: userId, isRemoved: isKept }) }
}

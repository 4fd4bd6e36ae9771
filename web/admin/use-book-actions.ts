import { useState } from 'react'
import { changeManyBooks, deleteAdminBook, toggleFeatured, togglePremium } from '#contract/calls/admin.ts'
import type { BulkChange } from '#contract/calls/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { adminCall } from './admin-call.ts'
import type { Result } from './admin-call.ts'

interface BookActionsOptions {
  onChanged: (book: AdminBook) => void
  onDeleted: (book: AdminBook) => void
  /** Many books were changed, except for those that failed. */
  onManyChanged: (failed: readonly FailedChange[], books: readonly AdminBook[]) => void
  /** A call failed: the list may be outdated. */
  onStale: () => void
}

export interface FailedChange {
  _id: string
  message: string
}

/** The actions on books in the list, one call at a time. */
export const useBookActions = ({ onChanged, onDeleted, onManyChanged, onStale }: BookActionsOptions) => {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const run = async <T>(call: () => Promise<Result<T>>, done: (data: T) => void): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    const { success, data, error } = await call()
    setBusy(false)
    if (success) {
      done(data)
      return true
    }
    toast.bad(ADMIN.error(error))
    onStale()
    return false
  }

  const premium = ({ _id: id, title, isPremium, version }: AdminBook) =>
    run(
      () => adminCall(togglePremium, { params: { id }, body: { isPremium: !isPremium, version } }),
      (book) => {
        onChanged(book)
        toast.good(isPremium ? MANAGE_BOOKS.isFree(title) : MANAGE_BOOKS.isPremium(title))
      },
    )
  const feature = ({ _id: id, title, isFeatured, version }: AdminBook) =>
    run(
      () => adminCall(toggleFeatured, { params: { id }, body: { isFeatured: !isFeatured, version } }),
      (book) => {
        onChanged(book)
        toast.good(isFeatured ? MANAGE_BOOKS.isPlain(title) : MANAGE_BOOKS.isFeatured(title))
      },
    )
  const remove = (book: AdminBook) =>
    run(
      () => adminCall(deleteAdminBook, { params: { id: book._id }, query: { version: book.version } }),
      () => onDeleted(book),
    )
  const changeMany = (change: BulkChange, books: readonly AdminBook[]) =>
    run(
      () =>
        adminCall(changeManyBooks, {
          body: { ...change, books: books.map(({ _id, version }) => ({ _id, version })) },
        }),
      ({ changed, failed }) => {
        if (changed.length > 0) toast.good(MANAGE_BOOKS.changed[change.action](changed.length))
        onManyChanged(failed, books)
      },
    )
  return { busy, premium, feature, remove, changeMany }
}

export type BookActions = ReturnType<typeof useBookActions>

import { useState } from 'react'
import { deleteAdminBook, toggleFeatured, togglePremium } from '#contract/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN, MANAGE_BOOKS } from '#web/messages/admin.ts'
import { adminCall } from './admin-call.ts'
import type { Result } from './admin-call.ts'

interface Hear {
  onChanged: (book: AdminBook) => void
  onDeleted: (book: AdminBook) => void
  /** A call failed: what is shown may no longer be so. */
  onStale: () => void
}

/** What can be done with a book in the list; while one call runs, no other begins. */
export const useBookActions = ({ onChanged, onDeleted, onStale }: Hear) => {
  const [busy, setBusy] = useState(false)
  const say = useToast()
  const run = async <T>(call: () => Promise<Result<T>>, done: (data: T) => void): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    const { success, data, error } = await call()
    setBusy(false)
    if (success) {
      done(data)
      return true
    }
    say.bad(ADMIN.error(error))
    onStale()
    return false
  }

  const premium = ({ _id: id, title, isPremium, version }: AdminBook) =>
    run(
      () => adminCall(togglePremium, { params: { id }, body: { isPremium: !isPremium, version } }),
      (book) => {
        onChanged(book)
        say.good(isPremium ? MANAGE_BOOKS.isFree(title) : MANAGE_BOOKS.isPremium(title))
      },
    )
  const feature = ({ _id: id, title, isFeatured, version }: AdminBook) =>
    run(
      () => adminCall(toggleFeatured, { params: { id }, body: { isFeatured: !isFeatured, version } }),
      (book) => {
        onChanged(book)
        say.good(isFeatured ? MANAGE_BOOKS.isPlain(title) : MANAGE_BOOKS.isFeatured(title))
      },
    )
  const remove = (book: AdminBook) =>
    run(
      () => adminCall(deleteAdminBook, { params: { id: book._id }, query: { version: book.version } }),
      () => onDeleted(book),
    )
  return { busy, premium, feature, remove }
}

export type BookActions = ReturnType<typeof useBookActions>

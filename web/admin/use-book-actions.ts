import { changeManyBooks, deleteAdminBook, toggleFeatured, togglePremium } from '#contract/calls/admin.ts'
import type { BulkChange } from '#contract/values/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import { api } from '#web/api/api-client.ts'
import { useToast } from '#web/ui/toast.tsx'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { type AdminChange, useAdminChanges } from './use-admin-action.ts'

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
  const { mutateAsync, isPending: busy } = useAdminChanges({ onFail: onStale })
  const toast = useToast()
  /** Ends when it is done or has failed. */
  const run = async (call: AdminChange['call'], send: () => Promise<unknown>) => {
    if (!busy) await mutateAsync({ call, send }).catch(() => undefined)
  }
  const premium = ({ _id: id, title, isPremium, version }: AdminBook) =>
    run(togglePremium, async () => {
      const { data } = await api(togglePremium, { params: { id }, body: { isPremium: !isPremium, version } })
      onChanged(data)
      toast.good(isPremium ? MANAGE_BOOKS.isFree(title) : MANAGE_BOOKS.isPremium(title))
    })
  const feature = ({ _id: id, title, isFeatured, version }: AdminBook) =>
    run(toggleFeatured, async () => {
      const { data } = await api(toggleFeatured, { params: { id }, body: { isFeatured: !isFeatured, version } })
      onChanged(data)
      toast.good(isFeatured ? MANAGE_BOOKS.isPlain(title) : MANAGE_BOOKS.isFeatured(title))
    })
  const remove = (book: AdminBook) =>
    run(deleteAdminBook, async () => {
      await api(deleteAdminBook, { params: { id: book._id }, query: { version: book.version } })
      onDeleted(book)
    })
  const changeMany = (change: BulkChange, books: readonly AdminBook[]) =>
    run(changeManyBooks, async () => {
      const body = { ...change, books: books.map(({ _id, version }) => ({ _id, version })) }
      const { data } = await api(changeManyBooks, { body })
      if (data.changed.length > 0) toast.good(MANAGE_BOOKS.changed[change.action](data.changed.length))
      onManyChanged(data.failed, books)
    })
  return { busy, premium, feature, remove, changeMany }
}

export type BookActions = ReturnType<typeof useBookActions>

import type { BookDetail } from '#contract/books.ts'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useKeep } from './use-keep.ts'

/** On a book's page: keeps the book on this device for reading without a network. */
export const KeepButton = ({ book }: { book: BookDetail }) => {
  const keep = useKeep(useSession().user?._id, book)
  if (!keep) return null
  return (
    <Button kind="quiet" busy={keep.isBusy} onClick={keep.toggle}>
      {keep.isBusy && !keep.isOn ? KEPT_BOOKS.keeping : keep.isOn ? KEPT_BOOKS.remove : KEPT_BOOKS.keep}
    </Button>
  )
}

import { BookmarkCheck, BookmarkPlus } from 'lucide'
import { SHELVED } from '#web/messages/shelves.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShelved } from './use-shelved.ts'

/** Puts a book on 'Want to read' with one press, and takes it off with another. */
export const WantButton = ({ bookId }: { bookId: string }) => {
  const shelved = useShelved(useSession().user?._id, bookId)
  const isWanted = shelved?.isWanted ?? false
  return (
    <Button
      kind="quiet"
      aria-pressed={isWanted}
      busy={!shelved || shelved.isBusy}
      onClick={() => shelved?.change({ isWanted: !isWanted })}
    >
      <Icon of={isWanted ? BookmarkCheck : BookmarkPlus} />
      {SHELVED.want}
    </Button>
  )
}

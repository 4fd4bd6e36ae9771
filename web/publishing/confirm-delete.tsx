import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DELETE } from '#web/messages/publishing.ts'

interface ConfirmDeleteProps {
  /** The book's title; undefined while nothing is asked. */
  title: string | undefined
  busy: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks before a book goes. */
export const ConfirmDelete = ({ title, busy, onCancel, onDelete }: ConfirmDeleteProps) => (
  <Dialog
    open={title !== undefined}
    // What is under way can't be called back.
    onClose={busy ? () => undefined : onCancel}
    title={DELETE.title}
    actions={
      <>
        <Button onClick={onCancel} disabled={busy}>
          {DELETE.cancel}
        </Button>
        <Button danger busy={busy} onClick={onDelete}>
          {busy ? DELETE.going : DELETE.go}
        </Button>
      </>
    }
  >
    <p dir="auto">{DELETE.text(title ?? '')}</p>
  </Dialog>
)

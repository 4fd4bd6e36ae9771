import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DELETE } from '#web/messages/publishing.ts'

interface ConfirmDeleteProps {
  /** The book's title; undefined while the dialog is closed. */
  title: string | undefined
  busy: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks for confirmation before a book is deleted. */
export const ConfirmDelete = ({ title, busy, onCancel, onDelete }: ConfirmDeleteProps) => (
  <Dialog
    open={title !== undefined}
    // A running deletion can't be cancelled.
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

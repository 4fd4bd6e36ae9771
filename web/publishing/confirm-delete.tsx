import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DELETE } from '#web/messages/publishing.ts'

interface ConfirmDeleteProps {
  /** The book's title; undefined while the dialog is closed. */
  title: string | undefined
  /** The question, if it is about more than this book. */
  text?: string
  /** What would be deleted. */
  children?: ReactNode
  busy: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks for confirmation before a book is deleted. */
export const ConfirmDelete = ({
  title,
  text = DELETE.text(title ?? ''),
  children,
  busy,
  onCancel,
  onDelete,
}: ConfirmDeleteProps) => (
  <Dialog
    open={title !== undefined}
    busy={busy}
    onClose={onCancel}
    title={DELETE.title}
    closeLabel={DELETE.cancel}
    actions={
      <Button danger busy={busy} onClick={onDelete}>
        {busy ? DELETE.going : DELETE.go}
      </Button>
    }
  >
    <p dir="auto">{text}</p>
    {children}
  </Dialog>
)

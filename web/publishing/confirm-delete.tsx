import type { ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
  <ConfirmDialog open={title !== undefined} {...DELETE} waits isPending={busy} onClose={onCancel} onConfirm={onDelete}>
    <p dir="auto">{text}</p>
    {children}
  </ConfirmDialog>
)

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { hideBook } from '#contract/calls/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { useToast } from '#web/ui/toast.tsx'
import { HideDialog } from './hide-dialog.tsx'

export interface HideBookDialogProps {
  id: string
  title: string
  onClose: () => void
}

/** Hides a book for a moderator, and leaves its page, which is no longer there. */
export const HideBookDialog = ({ id, title, onClose }: HideBookDialogProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const leave = async () => {
    await navigate('/moderation/hidden')
    // Every list may have shown the book.
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
    toast.good(HIDE.bookDone)
  }
  return (
    <HideDialog
      title={HIDE.book}
      text={HIDE.bookText(title)}
      call={hideBook}
      send={(body) => api(hideBook, { params: { id }, body })}
      onDone={() => void leave()}
      onClose={onClose}
    />
  )
}

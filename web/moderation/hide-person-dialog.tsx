import { useQueryClient } from '@tanstack/react-query'
import { hidePerson } from '#contract/calls/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { useToast } from '#web/ui/toast.tsx'
import { HideDialog } from './hide-dialog.tsx'

interface HidePersonDialogProps {
  id: string
  username: string
  onClose: () => void
}

/** Hides all books and comments of a person. */
export const HidePersonDialog = ({ id, username, onClose }: HidePersonDialogProps) => {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <HideDialog
      title={HIDE.person}
      text={HIDE.personText(username)}
      call={hidePerson}
      send={(body) => api(hidePerson, { params: { id }, body })}
      onDone={() => {
        onClose()
        void client.invalidateQueries()
        toast.good(HIDE.personDone(username))
      }}
      onClose={onClose}
    />
  )
}

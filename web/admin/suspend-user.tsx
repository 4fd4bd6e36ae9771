import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { suspendUser } from '#contract/calls/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { SUSPEND } from '#web/messages/moderation.ts'
import { HideDialog } from '#web/moderation/hide-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { CheckField } from './check-field.tsx'

interface SuspendUserProps {
  user: AdminUser
  onDone: () => void
  onClose: () => void
}

/** Suspends an account, with a reason and for a time, and hides its books and comments if that is chosen. */
export const SuspendUser = ({ user, onDone, onClose }: SuspendUserProps) => {
  const [hideContent, setHideContent] = useState(false)
  const toast = useToast()
  return (
    <HideDialog
      title={SUSPEND.title}
      text={(user.isSuspended ? SUSPEND.againText : SUSPEND.text)(user.username)}
      call={suspendUser}
      labels={{ go: SUSPEND.suspend, going: SUSPEND.suspending }}
      send={(body) => api(suspendUser, { params: { id: user._id }, body: { ...body, hideContent } })}
      onDone={() => {
        onClose()
        onDone()
        toast.good(SUSPEND.done(user.username))
      }}
      onClose={onClose}
    >
      <CheckField name="hideContent" label={SUSPEND.hideContent} checked={hideContent} onChange={setHideContent} />
    </HideDialog>
  )
}

import { useEffect, useState } from 'react'
import { UNSENT } from '#web/messages/kept-books.ts'
import { setLogoutCheck, waitBriefly } from '#web/session/log-out.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { hasUnsent, sendUnsent } from './send-unsent.ts'

/** At logout: sends what was read and marked without a network, and asks if that fails or takes long. */
export const UnsentCheck = ({ userId }: { userId: string }) => {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    setLogoutCheck(async () => {
      if (!hasUnsent(userId)) return true
      await waitBriefly(sendUnsent(userId).catch(() => undefined))
      if (!hasUnsent(userId)) return true
      return new Promise<boolean>((resolve) => setAnswer(() => resolve))
    })
    return () => setLogoutCheck(async () => true)
  }, [userId])
  const close = (isConfirmed: boolean) => {
    setAnswer(undefined)
    answer?.(isConfirmed)
  }
  return (
    <Dialog
      open={answer !== undefined}
      onClose={() => close(false)}
      title={UNSENT.title}
      closeLabel={UNSENT.stay}
      actions={
        <Button kind="strong" onClick={() => close(true)}>
          {UNSENT.leave}
        </Button>
      }
    >
      <p>{UNSENT.text}</p>
    </Dialog>
  )
}

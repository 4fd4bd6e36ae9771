import { useContext, useEffect, useState } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import type { Blocker } from 'react-router'
import { LEAVE } from '#web/messages/studio.ts'
import { isEndingSession } from '#web/session/sign-in.ts'
import { readToken } from '#web/session/token.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLatest } from '#web/ui/use-latest.ts'

/** Asks for confirmation before a page is left on which something may be lost. */
export const ConfirmLeave = ({ isNeeded }: { isNeeded: () => boolean }) => {
  const blocker = useBlocker(isNeeded)
  return (
    <Dialog
      open={blocker?.state === 'blocked'}
      onClose={() => blocker?.reset?.()}
      title={LEAVE.title}
      closeLabel={LEAVE.stay}
      actions={<Button onClick={() => blocker?.proceed?.()}>{LEAVE.go}</Button>}
    >
      <p>{LEAVE.text}</p>
    </Dialog>
  )
}

const KEY = 'leave'

/** Uses the router directly: `useBlocker` would be part of the first load of every page. */
const useBlocker = (isNeeded: () => boolean) => {
  const router = useContext(DataRouterContext)?.router
  const [blocker, setBlocker] = useState<Blocker>()
  const latest = useLatest(isNeeded)
  useEffect(() => {
    if (!router) return
    const unsubscribe = router.subscribe(({ blockers }) => setBlocker(blockers.get(KEY)))
    router.getBlocker(
      KEY,
      ({ currentLocation, nextLocation }) =>
        // A logout is never blocked.
        currentLocation.pathname !== nextLocation.pathname &&
        readToken() !== null &&
        !isEndingSession() &&
        latest.current(),
    )
    return () => {
      unsubscribe()
      router.deleteBlocker(KEY)
    }
  }, [router, latest])
  return blocker
}

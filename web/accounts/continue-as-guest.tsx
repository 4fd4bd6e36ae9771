import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GUEST } from '#web/messages/guest.ts'
import css from './continue-as-guest.module.css'
import { useGuestSession } from './use-guest-session.ts'

/** Starts a guest session on the current page, beside a link to log in. */
export const ContinueAsGuest = () => {
  // The focused button is removed after success, so focus moves to the main element.
  const { begin, isPending } = useGuestSession(() => document.getElementById('main')?.focus({ preventScroll: true }))
  return (
    <Button kind="quiet" className={css.guest} busy={isPending} disabled={!useHydrated()} onClick={() => void begin()}>
      {GUEST.go}
    </Button>
  )
}

import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GUEST } from '#web/messages/guest.ts'
import css from './continue-as-guest.module.css'
import { useGuestSession } from './use-guest-session.ts'

/** For a visitor who is asked to log in, and stays where they are. */
export const ContinueAsGuest = () => {
  // The button gives way to what it opens, and what has focus must not vanish.
  const { mutate, isPending } = useGuestSession(() => document.getElementById('main')?.focus({ preventScroll: true }))
  return (
    <Button kind="quiet" className={css.guest} busy={isPending} disabled={!useHydrated()} onClick={() => mutate()}>
      {GUEST.go}
    </Button>
  )
}

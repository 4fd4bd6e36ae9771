import { useNavigate, useSearchParams } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { nextPath } from '#web/session/next-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GUEST } from '#web/messages/guest.ts'
import css from './auth.module.css'
import { useGuestSession } from './use-guest-session.ts'

/** Continues as a guest instead of logging in; an existing guest session is reused. */
export const GuestLogin = () => {
  const session = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const proceed = () => void navigate(nextPath(search) ?? '/', { replace: true })
  const { mutate, isPending } = useGuestSession(proceed)
  const text = useSiteSettings().registration === 'closed' ? GUEST.textAlone : GUEST.text
  const guest = session.user?.guest ? session.user : undefined
  return (
    <div className={css.guest}>
      <Button busy={isPending} disabled={!useHydrated()} onClick={guest ? proceed : () => mutate()}>
        {GUEST.go}
      </Button>
      <p className="muted">{guest ? GUEST.already(guest.username) : text}</p>
    </div>
  )
}

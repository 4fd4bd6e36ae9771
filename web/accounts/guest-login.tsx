import { useNavigate } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GUEST } from '#web/messages/guest.ts'
import css from './auth.module.css'
import { useGuestSession } from './use-guest-session.ts'
import { useNextPath } from './use-next-path.ts'

/** Continues as a guest instead of logging in; an existing guest session is reused. */
export const GuestLogin = ({ isFirst = false }: { isFirst?: boolean }) => {
  const session = useSession()
  const next = useNextPath()
  const navigate = useNavigate()
  const proceed = () => void navigate(next ?? '/', { replace: true })
  const { begin, isPending } = useGuestSession(proceed)
  const text = useSiteSettings().registration === 'closed' ? GUEST.textAlone : GUEST.text
  const guest = session.user?.guest ? session.user : undefined
  return (
    <div className={classNames(css.guest, !isFirst && css.last)}>
      <Button
        kind={isFirst ? 'strong' : 'plain'}
        busy={isPending}
        disabled={!useHydrated()}
        onClick={guest ? proceed : () => void begin()}
      >
        {GUEST.go}
      </Button>
      <p className="muted">{guest ? GUEST.already(guest.username) : text}</p>
    </div>
  )
}

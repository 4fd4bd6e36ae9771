import { useSearchParams } from 'react-router'
import type { User } from '#contract/shapes/people.ts'
import auth from '#web/accounts/auth.module.css'
import { UserTypeChoice } from '#web/accounts/user-type-choice.tsx'
import { SignUp } from '#web/accounts/sign-up.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useLogout } from '#web/session/log-out.ts'
import { Button } from '#web/ui/button.tsx'
import { GUEST_PROFILE } from '#web/messages/profile.ts'
import { ACCOUNT_MENU } from '#web/messages/account-menu.ts'

/** The profile of a guest: the sign-up that turns the guest account into a full one. */
export const GuestProfile = ({ user }: { user: User }) => {
  const [search] = useSearchParams()
  const type = search.get('sign-up') === 'author' ? 'author' : 'reader'
  const logout = useLogout()
  const isClosed = useSiteSettings().registration === 'closed'
  return (
    <div className={auth.room}>
      <div className={auth.side}>
        <h1 className="d2" tabIndex={-1}>
          {GUEST_PROFILE.title}
        </h1>
        <p className="prose">{GUEST_PROFILE.text(user.username)}</p>
        <SignUp userType={type} />
        <Button kind="quiet" onClick={() => void logout()}>
          {ACCOUNT_MENU.logout}
        </Button>
      </div>
      {!isClosed && <UserTypeChoice chosen={type} />}
    </div>
  )
}

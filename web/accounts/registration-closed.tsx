import { Notice } from '#web/ui/notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { useAuthPath } from './use-auth-path.ts'

/** Shown instead of the sign-up form while registration is closed. */
export const RegistrationClosed = () => {
  const path = useAuthPath()
  return (
    <div className={css.form}>
      <Notice title={AUTH.closed}>{AUTH.closedText}</Notice>
      <p className={css.other}>
        {AUTH.haveAccount}
        <ButtonLink kind="quiet" to={path('login')}>
          {AUTH.login}
        </ButtonLink>
      </p>
    </div>
  )
}

import { useSearchParams } from 'react-router'
import type { SignIn } from '#contract/site.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SIGN_ON } from '#web/messages/single-sign-on.ts'
import css from './auth.module.css'
import { LoginForm } from './login-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useAuthPath } from './use-auth-path.ts'

/** The ways to log in. `isSecond` if another way in is offered first. */
export const Login = ({ isSecond }: { isSecond: boolean }) => {
  const { signIn } = useSiteSettings()
  return signIn ? <ProviderLogin {...signIn} isSecond={isSecond} /> : <LoginForm isSecond={isSecond} />
}

const ProviderLogin = ({ providers, only, isSecond }: SignIn & { isSecond: boolean }) => {
  const [search] = useSearchParams()
  const path = useAuthPath()
  if (!only)
    return (
      <>
        <ProviderButtons providers={providers} kind="plain" />
        <h2 className={css.second}>{SIGN_ON.orEmail}</h2>
        <LoginForm isSecond={isSecond} />
      </>
    )
  // The administrator who has a password gets to it without being led away.
  if (search.has('password'))
    return (
      <>
        <p className="prose">{SIGN_ON.rescue}</p>
        <LoginForm isSecond={false} isAlone />
      </>
    )
  return (
    <>
      <p className="prose">{SIGN_ON.only}</p>
      <ProviderButtons
        providers={providers}
        kind="strong"
        leavesAtOnce={providers.length === 1 && !search.has('stay') && !search.has('logged-out')}
      />
      <ButtonLink kind="quiet" to={path('password')}>
        {SIGN_ON.withPassword}
      </ButtonLink>
    </>
  )
}

import { useState } from 'react'
import { login } from '#contract/calls/accounts.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { thisDevice } from '#web/session/device.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { usePasskeys } from '#web/session/use-passkeys.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { CurrentPasswordField } from './current-password-field.tsx'
import { EmailField } from './email-field.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { ResendLink } from './resend-link.tsx'
import { SecondStep } from './second-step.tsx'
import { useAuthPath } from './use-auth-path.ts'
import { useNextPath } from './use-next-path.ts'
import { useTypedEmail } from './use-typed-email.ts'

/** `isSecond` if another way in is offered first, `isAlone` if nobody can sign up. */
export const LoginForm = ({ isSecond, isAlone = false }: { isSecond: boolean; isAlone?: boolean }) => {
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const path = useAuthPath()
  const next = useNextPath()
  const { onSubmit, isPending, error, failure, errors, summary, reset } = useForm({
    call: login,
    check: () => checkLogin(email, password),
    send: () => api(login, { body: { email, password, device: thisDevice().id } }),
    onSuccess: signIn,
  })
  const hydrated = useHydrated()
  const hasPasskeys = usePasskeys()
  const secondFactor = isProblem(error) ? error.secondFactor : undefined
  if (secondFactor) return <SecondStep {...secondFactor} onBack={reset} />
  return (
    <div className={css.form}>
      <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
        <FormErrors {...summary} errors={errors} />
        {failure && Object.keys(failure.errors).length === 0 && (
          <Notice kind="bad" title={failure.title}>
            <p>{failure.text}</p>
            {isProblem(error) && error.needsVerification && (
              <>
                <p>{AUTH.unverified}</p>
                <ResendLink email={email} next={next} />
              </>
            )}
          </Notice>
        )}
        <fieldset disabled={!hydrated}>
          <legend hidden>{AUTH.login}</legend>
          <EmailField value={email} error={errors.email} onChange={setEmail} />
          <CurrentPasswordField label={AUTH.password} value={password} error={errors.password} onChange={setPassword} />
          <Button type="submit" kind={isSecond ? 'plain' : 'strong'} busy={isPending}>
            {isPending ? AUTH.loggingIn : AUTH.login}
          </Button>
        </fieldset>
      </form>
      {hasPasskeys && <PasskeyLogin />}
      <div>
        <ButtonLink kind="quiet" to="/auth/forgot">
          {AUTH.forgot}
        </ButtonLink>
        {!isAlone && (
          <p className={css.other}>
            {AUTH.noAccount}
            <ButtonLink kind="quiet" to={path('choose')}>
              {AUTH.signUp}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  )
}

const checkLogin = (email: string, password: string) => ({
  ...(email.trim() ? {} : { email: AUTH.noEmail }),
  ...(password ? {} : { password: AUTH.noPassword }),
})

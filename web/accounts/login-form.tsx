import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { login } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { useUnsent } from '#web/session/unsent.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { failureOf } from './failure.ts'
import { ResendLink } from './resend-link.tsx'
import { useAuthPath } from './use-auth-path.ts'

/** The email that both forms share, kept over a reload. */
export const useTypedEmail = () => useUnsent('email', '')

export const LoginForm = () => {
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const signIn = useSignIn()
  const path = useAuthPath()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: () => api(login, { body: { email, password } }),
    onSuccess: signIn,
    onSettled: () => setAttempt((count) => count + 1),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = whatIsMissing(email, password)
    setMissing(found)
    if (Object.keys(found).length === 0) return mutate()
    reset()
    setAttempt((count) => count + 1)
  }
  const failure = error ? failureOf(error, login) : undefined
  const errors = { ...missing, ...failure?.errors }
  return (
    <form method="post" onSubmit={send} noValidate className={css.form}>
      <FormErrors errors={errors} attempt={attempt} title={failure?.title} />
      {failure && Object.keys(failure.errors).length === 0 && (
        <Notice kind="bad" title={failure.title}>
          <p>{failure.text}</p>
          {isProblem(error) && error.needsVerification && (
            <>
              <p>{AUTH.unverified}</p>
              <ResendLink email={email} />
            </>
          )}
        </Notice>
      )}
      <fieldset disabled={!useHydrated()}>
        <legend hidden>{AUTH.login}</legend>
        <TextField
          label={AUTH.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={AUTH.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? AUTH.loggingIn : AUTH.login}
        </Button>
      </fieldset>
      <div>
        <ButtonLink kind="quiet" to="/auth/forgot">
          {AUTH.forgot}
        </ButtonLink>
        <p className={css.other}>
          {AUTH.noAccount}
          <ButtonLink kind="quiet" to={path('choose')}>
            {AUTH.signUp}
          </ButtonLink>
        </p>
      </div>
    </form>
  )
}

const whatIsMissing = (email: string, password: string) => ({
  ...(email.trim() ? {} : { email: AUTH.noEmail }),
  ...(password ? {} : { password: AUTH.noPassword }),
})

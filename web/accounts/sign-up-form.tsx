import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { PASSWORD_MIN, REGISTERED_TITLE, register } from '#contract/accounts.ts'
import { api } from '#web/api/browser.ts'
import { useUnsent } from '#web/session/unsent.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/words/accounts.ts'
import css from './auth.module.css'
import { checkSignUp } from './check-sign-up.ts'
import { failureOf } from './failure.ts'
import { useTypedEmail } from './login-form.tsx'
import { useAuthPath } from './use-auth-path.ts'

export const SignUpForm = ({ userType }: { userType: 'reader' | 'author' }) => {
  const [username, setUsername, forgetUsername] = useUnsent('username', '')
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()
  const path = useAuthPath()
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: () => api(register, { body: { username, email, password, userType } }),
    onSettled: () => setAttempt((count) => count + 1),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = checkSignUp({ username, email, password, confirm })
    setWrong(found)
    if (Object.keys(found).length === 0) return mutate()
    reset()
    setAttempt((count) => count + 1)
  }
  const goToLogin = () => {
    forgetUsername()
    void navigate(path('login'))
  }
  const failure = error ? failureOf(error, register) : undefined
  const errors = { ...wrong, ...failure?.errors }
  return (
    <form method="post" onSubmit={send} noValidate className={css.form}>
      <FormErrors errors={errors} attempt={attempt} title={failure?.title} />
      {failure && Object.keys(failure.errors).length === 0 && (
        <Notice kind="bad" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <fieldset disabled={!useHydrated()}>
        <legend hidden>{AUTH.signUp}</legend>
        <TextField
          label={AUTH.fullName}
          name="username"
          autoComplete="name"
          required
          value={username}
          error={errors.username}
          onChange={(event) => setUsername(event.target.value)}
        />
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
          autoComplete="new-password"
          hint={AUTH.passwordHint(PASSWORD_MIN)}
          required
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label={AUTH.confirm}
          name="confirm"
          autoComplete="new-password"
          required
          value={confirm}
          error={errors.confirm}
          onChange={(event) => setConfirm(event.target.value)}
        />
        <p className={css.small}>
          {AUTH.age} {AUTH.rules.before} <Link to="/terms">{AUTH.rules.terms}</Link> {AUTH.rules.between}{' '}
          <Link to="/privacy">{AUTH.rules.privacy}</Link> {AUTH.rules.after}
        </p>
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? AUTH.signingUp : AUTH.signUp}
        </Button>
      </fieldset>
      <p className={css.other}>
        {AUTH.haveAccount}
        <ButtonLink kind="quiet" to={path('login')}>
          {AUTH.login}
        </ButtonLink>
      </p>
      <Dialog
        open={data !== undefined}
        title={REGISTERED_TITLE}
        onClose={goToLogin}
        actions={
          <Button kind="strong" onClick={goToLogin}>
            {AUTH.ok}
          </Button>
        }
      >
        <p>{data?.message}</p>
      </Dialog>
    </form>
  )
}

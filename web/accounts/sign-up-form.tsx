import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PASSWORD_MIN, REGISTERED_TITLE, register } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { useUnsent } from '#web/session/unsent.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { checkSignUp } from './check-sign-up.ts'
import { FailureNotice } from './failure-notice.tsx'
import { failureOf } from './failure.ts'
import { useTypedEmail } from './login-form.tsx'
import { RegistrationClosed } from './registration-closed.tsx'
import { useAuthPath } from './use-auth-path.ts'

interface SignUpFormProps {
  userType: 'reader' | 'author'
}

/** The form, as long as the library takes new accounts. */
export const SignUpForm = ({ userType }: SignUpFormProps) =>
  useSiteSettings().registration === 'closed' ? <RegistrationClosed /> : <OpenForm userType={userType} />

const OpenForm = ({ userType }: SignUpFormProps) => {
  const [username, setUsername, forgetUsername] = useUnsent('username', '')
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [invitation, setInvitation, forgetInvitation] = useInvitation()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()
  const path = useAuthPath()
  const client = useQueryClient()
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: () => api(register, { body: { username, email, password, userType, invitation } }),
    // The doors were shut, or narrowed, since this page was made.
    onError: (refusal) => isProblem(refusal, 'forbidden') && client.invalidateQueries(siteSettings()),
    onSettled: () => setAttempt((count) => count + 1),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = checkSignUp({ username, email, password, confirm, invitation })
    setWrong(found)
    if (Object.keys(found).length === 0) return mutate()
    reset()
    setAttempt((count) => count + 1)
  }
  const goToLogin = () => {
    forgetUsername()
    forgetInvitation()
    void navigate(path('login'))
  }
  const failure = error ? failureOf(error, register) : undefined
  const errors = { ...wrong, ...failure?.errors }
  return (
    <form method="post" onSubmit={send} noValidate className={css.form}>
      <FormErrors errors={errors} attempt={attempt} title={failure?.title} />
      <FailureNotice failure={failure} />
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
        {invitation !== undefined && (
          <TextField
            label={AUTH.invitation}
            name="invitation"
            hint={AUTH.invitationHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            value={invitation}
            error={errors.invitation}
            onChange={(event) => setInvitation(event.target.value)}
          />
        )}
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

/** Asked for where registration is by invitation: the code of the link that one came by, until another is typed. */
const useInvitation = () => {
  const { registration } = useSiteSettings()
  const [search] = useSearchParams()
  const given = search.get('invitation') ?? ''
  const [typed, type, forget] = useUnsent(`invitation:${given}`, given)
  return [registration === 'invitation' ? typed : undefined, type, forget] as const
}

import { LANGUAGE } from '#web/messages/language.ts'
import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { REGISTERED_TITLE } from '#contract/values/accounts.ts'
import { register } from '#contract/calls/accounts.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { checkSignUp } from './check-sign-up.ts'
import { Agreement } from './agreement.tsx'
import { EmailField } from './email-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { InvitationField } from './invitation-field.tsx'
import { ConfirmField, NewPasswordField } from './new-password-fields.tsx'
import { useTypedEmail } from './use-typed-email.ts'
import { useAuthPath } from './use-auth-path.ts'
import { useNextPath } from './use-next-path.ts'
import { UsernameField } from './username-field.tsx'

interface SignUpFormProps {
  userType: 'reader' | 'author'
}

export const SignUpForm = ({ userType }: SignUpFormProps) => {
  const [username, setUsername, clearUsername] = useUnsentDraft('username', '')
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [invitation, setInvitation, clearInvitation] = useInvitation()
  const navigate = useNavigate()
  const path = useAuthPath()
  const next = useNextPath()
  const client = useQueryClient()
  const { onSubmit, isPending, error, failure, errors, data, reset, summary } = useForm({
    call: register,
    check: () => checkSignUp({ username, email, password, confirm, invitation }),
    send: () =>
      api(register, { body: { username, email, password, userType, invitation, next, language: LANGUAGE.tag } }),
    // Registration may have been restricted since the settings were read.
    onError: (thrown) => isProblem(thrown, 'forbidden') && client.invalidateQueries(siteSettings()),
  })
  const goToLogin = () => {
    clearUsername()
    clearInvitation()
    void navigate(path('login'))
  }
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
      <FormErrors {...summary} errors={errors} />
      <FailureNotice failure={failure} />
      <fieldset disabled={!useHydrated()}>
        <legend hidden>{AUTH.signUp}</legend>
        <UsernameField value={username} error={errors.username} refusal={error} onChange={setUsername} onTake={reset} />
        <EmailField value={email} error={errors.email} onChange={setEmail} />
        <NewPasswordField
          label={AUTH.password}
          name="password"
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
        <ConfirmField value={confirm} error={errors.confirm} onChange={setConfirm} />
        {invitation !== undefined && (
          <InvitationField value={invitation} error={errors.invitation} onChange={setInvitation} />
        )}
        <p className={css.small}>
          <Agreement />
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
        title={translateSentence(REGISTERED_TITLE)}
        onClose={goToLogin}
        closeLabel={AUTH.ok}
      >
        <p>{data && translateSentence(data.message)}</p>
      </Dialog>
    </form>
  )
}

/** The invitation code, if registration needs one: the code from the link until another is typed. */
const useInvitation = () => {
  const { registration } = useSiteSettings()
  const [search] = useSearchParams()
  const fromLink = search.get('invitation') ?? ''
  const [code, setCode, clear] = useUnsentDraft(`invitation:${fromLink}`, fromLink)
  return [registration === 'invitation' ? code : undefined, setCode, clear] as const
}

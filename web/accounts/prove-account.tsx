import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useState } from 'react'
import { linkWithPassword, mailSignInLink } from '#contract/calls/single-sign-on.ts'
import type { User } from '#contract/shapes/people.ts'
import type { SignInOutcome } from '#contract/single-sign-on.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { SIGN_ON_CONFIRM } from '#web/messages/single-sign-on.ts'
import { keepTicket } from '#web/session/departure.ts'
import { thisDevice } from '#web/session/device.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './auth.module.css'
import { CurrentPasswordField } from './current-password-field.tsx'
import { FailureNotice } from './failure-notice.tsx'

interface ProveAccountProps extends Extract<SignInOutcome, { outcome: 'needs-proof' }> {
  onDone: (session: { token: string; user: User }) => void
}

/** Asks the owner of an account with the same address to prove that it is theirs, by its password or by a mail. */
export const ProveAccount = ({ ticket, email, provider, onDone }: ProveAccountProps) => {
  const hasPasswords = !useSiteSettings().signIn?.only
  return (
    <>
      <p className="prose">{SIGN_ON_CONFIRM.text(provider, email)}</p>
      {hasPasswords && <ByPassword ticket={ticket} email={email} onDone={onDone} />}
      {hasPasswords && <h2 className={css.second}>{SIGN_ON_CONFIRM.orMail}</h2>}
      <ByMail ticket={ticket} />
    </>
  )
}

const ByPassword = ({ ticket, email, onDone }: Pick<ProveAccountProps, 'ticket' | 'email' | 'onDone'>) => {
  const [password, setPassword] = useState('')
  const { onSubmit, isPending, failure, errors } = useForm({
    call: { failureMessage: SIGN_ON_CONFIRM.failed },
    check: () => ({ ...(password === '' && { password: SIGN_ON_CONFIRM.noPassword }) }),
    send: () => api(linkWithPassword, { body: { ticket, password, device: thisDevice().id } }),
    onSuccess: onDone,
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
      <FailureNotice failure={failure} />
      <fieldset>
        <legend hidden>{SIGN_ON_CONFIRM.password}</legend>
        {/* Password managers find a password by its username. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <CurrentPasswordField
          label={SIGN_ON_CONFIRM.password}
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? SIGN_ON_CONFIRM.going : SIGN_ON_CONFIRM.go}
        </Button>
      </fieldset>
    </form>
  )
}

const ByMail = ({ ticket }: { ticket: string }) => {
  const { onSubmit, isPending, failure, data } = useForm({
    call: { failureMessage: SIGN_ON_CONFIRM.mailFailed },
    noAnswer: SIGN_ON_CONFIRM.mailFailed,
    send: () => api(mailSignInLink, { body: { ticket } }),
    // The link in the mail needs it.
    onSuccess: () => keepTicket(ticket),
  })
  return (
    <form method="post" onSubmit={onSubmit} className={css.form}>
      <FailureNotice failure={failure} />
      {data ? (
        <Notice kind="good">{translateSentence(data.message)}</Notice>
      ) : (
        <>
          <p className="muted">{SIGN_ON_CONFIRM.mailText}</p>
          <Button type="submit" busy={isPending}>
            {SIGN_ON_CONFIRM.mail}
          </Button>
        </>
      )}
    </form>
  )
}

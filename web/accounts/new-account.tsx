import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useState } from 'react'
import { createSignInAccount } from '#contract/calls/single-sign-on.ts'
import type { User } from '#contract/shapes/people.ts'
import type { SignInOutcome } from '#contract/single-sign-on.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { AUTH } from '#web/messages/accounts.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { SIGN_ON_NEW } from '#web/messages/single-sign-on.ts'
import { type Departure, keepTicket } from '#web/session/departure.ts'
import { thisDevice } from '#web/session/device.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './auth.module.css'
import { Agreement } from './agreement.tsx'
import { EmailField } from './email-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { InvitationField } from './invitation-field.tsx'
import { UsernameField } from './username-field.tsx'

type NeedsAccount = Extract<SignInOutcome, { outcome: 'needs-account' }>

interface NewAccountProps extends NeedsAccount {
  /** What was chosen before the person went to the provider. */
  left: Departure | undefined
  onDone: (session: { token: string; user: User }) => void
}

const TYPES = ['reader', 'author'] as const

/** The form for somebody who has logged in at a provider and has no account here. */
export const NewAccount = ({ ticket, provider, left, onDone, ...known }: NewAccountProps) => {
  const [username, setUsername] = useState(known.username)
  const [userType, setUserType] = useState(left?.userType)
  const [email, setEmail] = useState('')
  const [invitation, setInvitation] = useState(left?.invitation ?? '')
  const mayChoose = known.userType === null
  const { onSubmit, isPending, error, failure, errors, data, reset, summary } = useForm({
    call: { failureMessage: SIGN_ON_NEW.failed },
    check: () => ({
      ...(username.trim() ? {} : { username: AUTH.noName }),
      ...(mayChoose && !userType ? { userType: SIGN_ON_NEW.noType } : {}),
      ...(known.email === null && !email.trim() ? { email: AUTH.noEmail } : {}),
      ...(known.needsInvitation && !invitation.trim() ? { invitation: AUTH.noInvitation } : {}),
    }),
    send: () =>
      api(createSignInAccount, {
        body: {
          ticket,
          username,
          device: thisDevice().id,
          language: LANGUAGE.tag,
          ...(mayChoose && { userType }),
          ...(known.email === null && { email }),
          ...(known.needsInvitation && { invitation }),
        },
      }),
    onSuccess: (done) => {
      if (done.outcome === 'logged-in') onDone(done)
      // The link in the mail needs it.
      else keepTicket(ticket)
    },
  })
  if (data?.outcome === 'mail-sent') return <Notice kind="good">{translateSentence(data.message)}</Notice>
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
      <p className="prose">{mayChoose ? SIGN_ON_NEW.text(provider) : SIGN_ON_NEW.textName(provider)}</p>
      <FormErrors {...summary} errors={errors} />
      <FailureNotice failure={failure} />
      <fieldset>
        <legend hidden>{SIGN_ON_NEW.title}</legend>
        <UsernameField value={username} error={errors.username} refusal={error} onChange={setUsername} onTake={reset} />
        {mayChoose && (
          <fieldset className={css.choice} aria-describedby={errors.userType ? 'field-userType-error' : undefined}>
            <legend>{SIGN_ON_NEW.type}</legend>
            {TYPES.map((type, index) => (
              <label key={type}>
                <input
                  type="radio"
                  name="userType"
                  {...(index === 0 && { id: 'field-userType' })}
                  checked={userType === type}
                  onChange={() => setUserType(type)}
                />
                {SIGN_ON_NEW.types[type]}
              </label>
            ))}
            {errors.userType && <FieldError id="field-userType-error" text={errors.userType} />}
          </fieldset>
        )}
        {known.email === null && <EmailField value={email} error={errors.email} onChange={setEmail} />}
        {known.needsInvitation && (
          <InvitationField value={invitation} error={errors.invitation} onChange={setInvitation} />
        )}
        <p className={css.small}>
          {known.email !== null && `${SIGN_ON_NEW.email(known.email)} `}
          <Agreement />
        </p>
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? SIGN_ON_NEW.creating : SIGN_ON_NEW.create}
        </Button>
      </fieldset>
      <p className="muted">{SIGN_ON_NEW.have}</p>
    </form>
  )
}

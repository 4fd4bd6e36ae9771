import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelEmailChange, getEmailChange, requestEmailChange } from '#contract/calls/account-security.ts'
import type { Output } from '#contract/api/endpoint.ts'
import type { User } from '#contract/shapes/people.ts'
import { CurrentPasswordField } from '#web/accounts/current-password-field.tsx'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { useHasPassword } from '#web/accounts/use-linked-providers.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/api/use-form.ts'
import { EMAIL } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { Setting } from './setting.tsx'

const PENDING = query(getEmailChange)

/** The address of the account, and its change, which is confirmed at the new address. */
export const ChangeEmail = ({ user }: { user: User }) => {
  const { data } = useQuery(PENDING)
  const hasPassword = useHasPassword()
  const text = hasPassword === false ? EMAIL.textAlone : EMAIL.text
  return (
    <Setting title={EMAIL.title} text={text(user.email ?? '')}>
      {data?.pending && <PendingChange change={data.pending} />}
      {hasPassword !== undefined && <EmailForm hasPassword={hasPassword} />}
    </Setting>
  )
}

const EmailForm = ({ hasPassword }: { hasPassword: boolean }) => {
  const [newEmail, setNewEmail] = useState('')
  const [password, setPassword] = useState('')
  const { onSubmit, isPending, failure, errors, field } = useForm({
    call: requestEmailChange,
    noAnswer: requestEmailChange.failureMessage,
    check: () => ({
      ...(newEmail.trim() === '' && { newEmail: EMAIL.noEmail }),
      ...(hasPassword && password === '' && { password: EMAIL.noPassword }),
    }),
    send: () => api(requestEmailChange, { body: { newEmail, ...(hasPassword && { password }) } }),
    done: ({ message }) => translateSentence(message),
    outdated: [getEmailChange],
    onSuccess: () => {
      setNewEmail('')
      setPassword('')
    },
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate>
      <FailureNotice failure={failure} />
      <TextField
        label={EMAIL.next}
        {...field('newEmail', newEmail, setNewEmail)}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={EMAIL.hint}
        required
      />
      {hasPassword && (
        <CurrentPasswordField
          label={EMAIL.password}
          // The dialog that deletes the account has a field of this name too.
          id="field-email-password"
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
      )}
      <Button type="submit" busy={isPending}>
        {isPending ? EMAIL.sending : EMAIL.change}
      </Button>
    </form>
  )
}

type Change = NonNullable<Output<typeof getEmailChange>['pending']>

const PendingChange = ({ change: { newEmail, requestedAt } }: { change: Change }) => {
  const { mutate, isPending } = useAction({
    call: { failureMessage: EMAIL.cancelFailed },
    send: () => api(cancelEmailChange),
    done: EMAIL.cancelled,
    outdated: [getEmailChange],
  })
  return (
    <>
      <Notice>{EMAIL.pending(newEmail, formatTime(requestedAt))}</Notice>
      <Button busy={isPending} onClick={() => mutate()}>
        {EMAIL.cancel}
      </Button>
    </>
  )
}

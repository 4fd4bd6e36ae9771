import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useState } from 'react'
import { updatePassword } from '#contract/calls/account-settings.ts'
import { forgotPassword } from '#contract/calls/accounts.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { NEW_PASSWORD, PROFILE } from '#web/messages/profile.ts'
import { NO_PASSWORD } from '#web/messages/single-sign-on.ts'
import { checkPasswords } from './check-passwords.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { NewPasswordField } from '#web/accounts/new-password-fields.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

export const ChangePassword = ({ user, hasPassword }: { user: User; hasPassword: boolean }) =>
  hasPassword ? <ChangeForm user={user} /> : <SetPassword user={user} />

/** A first password is set by the link in a mail, as a forgotten one. */
const SetPassword = ({ user: { email } }: { user: User }) => {
  const isUseless = useSiteSettings().signIn?.only
  const { onSubmit, isPending, failure, data } = useForm({
    call: { failureMessage: NO_PASSWORD.failed },
    noAnswer: NO_PASSWORD.failed,
    send: () => api(forgotPassword, { body: { email: email ?? '' } }),
  })
  return (
    <Setting title={NEW_PASSWORD.title} text={isUseless ? NO_PASSWORD.only : NO_PASSWORD.text}>
      {!isUseless && (
        <form method="post" onSubmit={onSubmit}>
          <FailureNotice failure={failure} />
          {data ? (
            <Notice kind="good">{translateSentence(data.message)}</Notice>
          ) : (
            <Button type="submit" busy={isPending}>
              {isPending ? NO_PASSWORD.sending : NO_PASSWORD.set}
            </Button>
          )}
        </form>
      )}
    </Setting>
  )
}

const ChangeForm = ({ user }: { user: User }) => {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [endTokens, setEndTokens] = useState(false)
  const { onSubmit, isPending, failure, errors, field, summary } = useAccountForm({
    call: updatePassword,
    check: () => checkPasswords(currentPassword, newPassword),
    send: () => api(updatePassword, { body: { currentPassword, newPassword, endTokens } }),
    onSuccess: () => {
      setCurrent('')
      setNew('')
    },
  })
  return (
    <Setting title={NEW_PASSWORD.title} text={NEW_PASSWORD.text}>
      <form method="post" onSubmit={onSubmit} noValidate>
        <FormErrors {...summary} errors={errors} />
        <FailureNotice failure={failure} />
        {/* Password managers store a password with its username. */}
        <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <PasswordField
          label={NEW_PASSWORD.current}
          {...field('currentPassword', currentPassword, setCurrent)}
          autoComplete="current-password"
          required
        />
        <NewPasswordField
          label={NEW_PASSWORD.next}
          name="newPassword"
          value={newPassword}
          error={errors.newPassword}
          onChange={setNew}
        />
        <label className={css.check}>
          <input
            type="checkbox"
            name="endTokens"
            checked={endTokens}
            onChange={(event) => setEndTokens(event.target.checked)}
          />
          {NEW_PASSWORD.endTokens}
        </label>
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : NEW_PASSWORD.change}
        </Button>
      </form>
    </Setting>
  )
}

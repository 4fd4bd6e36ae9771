import { useState } from 'react'
import type { FormEvent } from 'react'
import { PASSWORD_MIN, updatePassword } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { api } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AUTH } from '#web/messages/accounts.ts'
import { NEW_PASSWORD, PROFILE } from '#web/messages/profile.ts'
import { checkPasswords } from './check-passwords.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

export const ChangePassword = ({ user }: { user: User }) => {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const { change, reset, isPending, failure } = useAccountChange({
    failed: updatePassword.failureMessage,
    send: () =>
      api(updatePassword, { body: { currentPassword, newPassword } }).finally(() => setAttempt((count) => count + 1)),
    onDone: () => {
      setCurrent('')
      setNew('')
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = checkPasswords(currentPassword, newPassword)
    setWrong(found)
    if (Object.keys(found).length === 0) return change(undefined)
    reset()
    setAttempt((count) => count + 1)
  }
  const errors = { ...wrong, ...failure?.errors }
  return (
    <Setting title={NEW_PASSWORD.title} text={NEW_PASSWORD.text}>
      <form method="post" onSubmit={send} noValidate>
        <FormErrors errors={errors} attempt={attempt} title={failure?.title} />
        <FailureNotice failure={failure} />
        {/* For password managers, which keep a password beside its name. */}
        <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <PasswordField
          label={NEW_PASSWORD.current}
          name="currentPassword"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={errors.currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={NEW_PASSWORD.next}
          name="newPassword"
          autoComplete="new-password"
          hint={AUTH.passwordHint(PASSWORD_MIN)}
          required
          value={newPassword}
          error={errors.newPassword}
          onChange={(event) => setNew(event.target.value)}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : NEW_PASSWORD.change}
        </Button>
      </form>
    </Setting>
  )
}

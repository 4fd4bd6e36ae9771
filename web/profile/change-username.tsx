import { useState } from 'react'
import { updateUsername } from '#contract/calls/account-settings.ts'
import { USERNAME_MIN } from '#contract/values/accounts.ts'
import type { User } from '#contract/shapes/people.ts'
import { usernameLength } from '#contract/shapes/username-length.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { PROFILE, USERNAME } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { UsernameField } from '#web/accounts/username-field.tsx'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

export const ChangeUsername = ({ user }: { user: User }) => {
  const [newUsername, setNewUsername] = useState(user.username)
  const isShort = usernameLength(newUsername.trim()) < USERNAME_MIN
  const { onSubmit, isPending, error, failure, errors, reset } = useAccountForm({
    call: updateUsername,
    check: () => ({ ...(isShort && { newUsername: USERNAME.short }) }),
    send: () => api(updateUsername, { body: { newUsername } }),
  })
  return (
    <Setting title={USERNAME.title} text={USERNAME.text}>
      <form onSubmit={onSubmit} noValidate>
        <FailureNotice failure={failure} />
        <UsernameField
          label={USERNAME.title}
          name="newUsername"
          autoComplete="nickname"
          value={newUsername}
          error={errors.newUsername}
          refusal={error}
          onChange={setNewUsername}
          onTake={reset}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}

import { useState } from 'react'
import { USERNAME_MIN, updateUsername, usernameLength } from '#contract/calls/accounts.ts'
import type { User } from '#contract/people.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PROFILE, USERNAME } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

export const ChangeUsername = ({ user }: { user: User }) => {
  const [newUsername, setNewUsername] = useState(user.username)
  const isShort = usernameLength(newUsername.trim()) < USERNAME_MIN
  const { onSubmit, isPending, failure, errors } = useAccountForm({
    call: updateUsername,
    check: () => ({ ...(isShort && { newUsername: USERNAME.short }) }),
    send: () => api(updateUsername, { body: { newUsername } }),
  })
  return (
    <Setting title={USERNAME.title} text={USERNAME.text}>
      <form onSubmit={onSubmit} noValidate>
        <FailureNotice failure={failure} />
        <TextField
          label={USERNAME.title}
          name="newUsername"
          autoComplete="nickname"
          required
          value={newUsername}
          error={errors.newUsername}
          onChange={(event) => setNewUsername(event.target.value)}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}

import { useState } from 'react'
import { updateUsername } from '#contract/calls/account-settings.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#contract/calls/accounts.ts'
import type { User } from '#contract/people.ts'
import { usernameLength } from '#contract/username-length.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AUTH } from '#web/messages/accounts.ts'
import { PROFILE, USERNAME } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { SuggestedName } from '#web/accounts/suggested-name.tsx'
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
        <TextField
          label={USERNAME.title}
          name="newUsername"
          hint={AUTH.nameHint(USERNAME_MIN, USERNAME_MAX)}
          autoComplete="nickname"
          required
          value={newUsername}
          error={errors.newUsername}
          onChange={(event) => setNewUsername(event.target.value)}
        />
        <SuggestedName
          error={error}
          field="newUsername"
          onTake={(name) => {
            setNewUsername(name)
            reset()
          }}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}

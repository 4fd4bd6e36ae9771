import { useState } from 'react'
import type { FormEvent } from 'react'
import { USERNAME_MIN, updateUsername } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { api } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldId } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PROFILE, USERNAME } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

export const ChangeUsername = ({ user }: { user: User }) => {
  const [newUsername, setNewUsername] = useState(user.username)
  const [short, setShort] = useState(false)
  const { change, reset, isPending, failure } = useAccountChange({
    failed: updateUsername.failureMessage,
    send: () => api(updateUsername, { body: { newUsername } }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const isShort = [...newUsername.trim()].length < USERNAME_MIN
    setShort(isShort)
    if (!isShort) return change(undefined)
    reset()
    document.getElementById(fieldId('newUsername'))?.focus()
  }
  return (
    <Setting title={USERNAME.title} text={USERNAME.text}>
      <form onSubmit={send} noValidate>
        <FailureNotice failure={failure} />
        <TextField
          label={USERNAME.title}
          name="newUsername"
          autoComplete="nickname"
          required
          value={newUsername}
          error={short ? USERNAME.short : failure?.errors.newUsername}
          onChange={(event) => setNewUsername(event.target.value)}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}

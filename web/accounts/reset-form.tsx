import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PASSWORD_MIN, resetPassword } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { forgetSession } from '#web/session/sign-in.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, RESET } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { failureOf } from './failure.ts'

const CALL = { ...resetPassword, failureMessage: RESET.failed }

interface ResetFormProps {
  token: string
  /** The link does not work any more; says why. */
  onSpent: (why: string) => void
}

export const ResetForm = ({ token, onSpent }: ResetFormProps) => {
  const [newPassword, setNewPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const hydrated = useHydrated()
  const finish = useFinish()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: () => api(CALL, { body: { token, newPassword } }),
    onSuccess: ({ message }) => finish(message),
    onError: (thrown) => {
      // A weak password names its field; without one it is the link that is refused.
      if (isProblem(thrown, 'validation') && !thrown.errors?.newPassword) onSpent(thrown.message)
    },
    onSettled: () => setAttempt((count) => count + 1),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = whatIsWrong(newPassword, confirm)
    setWrong(found)
    if (Object.keys(found).length === 0) return mutate()
    reset()
    setAttempt((count) => count + 1)
  }
  const failure = error ? failureOf(error, CALL) : undefined
  const errors = { ...wrong, ...failure?.errors }
  return (
    <form method="post" onSubmit={send} noValidate className={css.form}>
      <p className="prose">{RESET.text}</p>
      <FormErrors errors={errors} attempt={attempt} title={failure?.title} />
      <FailureNotice failure={failure} />
      <fieldset disabled={!hydrated}>
        <legend hidden>{RESET.title}</legend>
        <PasswordField
          label={RESET.newPassword}
          name="newPassword"
          autoComplete="new-password"
          hint={AUTH.passwordHint(PASSWORD_MIN)}
          required
          value={newPassword}
          error={errors.newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        <PasswordField
          label={AUTH.confirm}
          name="confirm"
          autoComplete="new-password"
          required
          value={confirm}
          error={errors.confirm}
          onChange={(event) => setConfirm(event.target.value)}
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? RESET.saving : RESET.save}
        </Button>
      </fieldset>
    </form>
  )
}

const whatIsWrong = (newPassword: string, confirm: string): Record<string, string> => {
  if (!newPassword) return { newPassword: AUTH.noNewPassword }
  if (!confirm) return { confirm: AUTH.noConfirm }
  return newPassword === confirm ? {} : { confirm: AUTH.mismatch }
}

/** All sessions of the account have ended, one in this browser too; a guest's is none of them. */
const useFinish = () => {
  const { user } = useSession()
  const navigate = useNavigate()
  return (notice: string) => {
    if (user && !user.guest) forgetSession()
    void navigate('/auth', { replace: true, state: { notice } })
  }
}

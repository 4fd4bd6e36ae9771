import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { resetPassword } from '#contract/calls/accounts.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { clearSession } from '#web/session/sign-in.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, RESET } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { ConfirmField, NewPasswordField } from './new-password-fields.tsx'

const CALL = { ...resetPassword, failureMessage: RESET.failed }

interface ResetFormProps {
  token: string
  /** The link is expired or used; called with the server's message. */
  onInvalidLink: (message: string) => void
}

export const ResetForm = ({ token, onInvalidLink }: ResetFormProps) => {
  const [newPassword, setNewPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const hydrated = useHydrated()
  const finish = useFinish()
  const { onSubmit, isPending, failure, errors, summary } = useForm({
    call: CALL,
    check: () => checkReset(newPassword, confirm),
    send: () => api(CALL, { body: { token, newPassword } }),
    onSuccess: ({ message }) => finish(message),
    onError: (thrown) => {
      // A weak password is reported for its field; any other validation error is about the link.
      if (isProblem(thrown, 'validation') && !thrown.errors?.newPassword)
        onInvalidLink(translateSentence(thrown.message))
    },
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
      <p className="prose">{RESET.text}</p>
      <FormErrors {...summary} errors={errors} />
      <FailureNotice failure={failure} />
      <fieldset disabled={!hydrated}>
        <legend hidden>{RESET.title}</legend>
        <NewPasswordField
          label={RESET.newPassword}
          name="newPassword"
          value={newPassword}
          error={errors.newPassword}
          onChange={setNewPassword}
        />
        <ConfirmField value={confirm} error={errors.confirm} onChange={setConfirm} />
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? RESET.saving : RESET.save}
        </Button>
      </fieldset>
    </form>
  )
}

const checkReset = (newPassword: string, confirm: string): Record<string, string> => {
  if (!newPassword) return { newPassword: AUTH.noNewPassword }
  if (!confirm) return { confirm: AUTH.noConfirm }
  return newPassword === confirm ? {} : { confirm: AUTH.mismatch }
}

/** A reset ends all sessions of the account, also the one in this browser; a guest's session stays. */
const useFinish = () => {
  const { user } = useSession()
  const navigate = useNavigate()
  return (notice: string) => {
    if (user && !user.guest) clearSession()
    void navigate('/auth', { replace: true, state: { notice } })
  }
}

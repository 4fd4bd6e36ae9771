import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { deleteAccount } from '#contract/account-deletion.ts'
import { api } from '#web/api/browser.ts'
import { useLeave } from '#web/session/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldId } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { LEAVE, PROFILE } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { failureHere } from './use-account-change.ts'

const FORM = 'delete-account'

export const DeleteAccount = ({ hasBooks }: { hasBooks: boolean }) => {
  const [asking, setAsking] = useState(false)
  return (
    <Setting title={LEAVE.title} text={LEAVE.text}>
      <Button danger onClick={() => setAsking(true)}>
        {LEAVE.open}
      </Button>
      {asking && <Confirm hasBooks={hasBooks} onCancel={() => setAsking(false)} />}
    </Setting>
  )
}

/** The password once more, and whether the books go too. */
const Confirm = ({ hasBooks, onCancel }: { hasBooks: boolean; onCancel: () => void }) => {
  const [password, setPassword] = useState('')
  const [deleteBooks, setDeleteBooks] = useState(false)
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error } = useDelete()
  const failure = error ? failureHere(error, LEAVE.failed) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setMissing(password === '')
    if (password !== '') return mutate({ password, deleteBooks })
    document.getElementById(fieldId('password'))?.focus()
  }
  return (
    <Dialog
      open
      onClose={isPending ? () => undefined : onCancel}
      title={LEAVE.confirm}
      actions={
        <>
          <Button onClick={onCancel} disabled={isPending}>
            {PROFILE.cancel}
          </Button>
          <Button type="submit" form={FORM} danger busy={isPending}>
            {isPending ? LEAVE.going : LEAVE.go}
          </Button>
        </>
      }
    >
      <p>{LEAVE.text}</p>
      <form id={FORM} method="post" onSubmit={send} noValidate className={css.leave}>
        <FailureNotice failure={failure} />
        {hasBooks && <BooksToo chosen={deleteBooks} onChoose={setDeleteBooks} />}
        <PasswordField
          label={LEAVE.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={missing ? LEAVE.noPassword : failure?.errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

const BooksToo = ({ chosen, onChoose }: { chosen: boolean; onChoose: (deleteBooks: boolean) => void }) => (
  <fieldset className={css.choice}>
    <legend>{LEAVE.books}</legend>
    {[false, true].map((goes) => (
      <label key={String(goes)}>
        <input type="radio" name="deleteBooks" checked={goes === chosen} onChange={() => onChoose(goes)} />
        {goes ? LEAVE.remove : LEAVE.keep}
      </label>
    ))}
  </fieldset>
)

const useDelete = () => {
  const leave = useLeave()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: { password: string; deleteBooks: boolean }) => api(deleteAccount, { body }),
    onSuccess: async () => {
      await leave()
      toast.good(LEAVE.gone)
    },
  })
}

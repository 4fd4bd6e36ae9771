import { useState } from 'react'
import { deleteAccount } from '#contract/calls/account-settings.ts'
import { CurrentPasswordField } from '#web/accounts/current-password-field.tsx'
import { useHasPassword } from '#web/accounts/use-linked-providers.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { useEndSession } from '#web/session/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { LEAVE, PROFILE } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

export const DeleteAccount = ({ hasBooks }: { hasBooks: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Setting title={LEAVE.title} text={LEAVE.text}>
      <Button danger onClick={() => setOpen(true)}>
        {LEAVE.open}
      </Button>
      {isOpen && <Confirm hasBooks={hasBooks} onCancel={() => setOpen(false)} />}
    </Setting>
  )
}

/** Asks for the password again, if the account has one, and whether to delete the books as well. */
const Confirm = ({ hasBooks, onCancel }: { hasBooks: boolean; onCancel: () => void }) => {
  const [password, setPassword] = useState('')
  const [deleteBooks, setDeleteBooks] = useState(false)
  const hasPassword = useHasPassword() ?? true
  const leave = useEndSession()
  const toast = useToast()
  const { onSubmit, isPending, failure, errors } = useForm({
    call: { failureMessage: LEAVE.failed },
    noAnswer: LEAVE.failed,
    check: () => ({ ...(hasPassword && password === '' && { password: LEAVE.noPassword }) }),
    send: () => api(deleteAccount, { body: { ...(hasPassword && { password }), deleteBooks } }),
    onSuccess: async () => {
      await leave()
      toast.good(LEAVE.gone)
    },
  })
  return (
    <FormDialog
      waits
      onClose={onCancel}
      title={LEAVE.confirm}
      text={<p>{LEAVE.text}</p>}
      danger
      cancel={PROFILE.cancel}
      go={LEAVE.go}
      going={LEAVE.going}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      <FailureNotice failure={failure} />
      {hasBooks && <BooksChoice chosen={deleteBooks} onChoose={setDeleteBooks} />}
      {hasPassword && (
        <CurrentPasswordField label={LEAVE.password} value={password} error={errors.password} onChange={setPassword} />
      )}
    </FormDialog>
  )
}

const BooksChoice = ({ chosen, onChoose }: { chosen: boolean; onChoose: (deleteBooks: boolean) => void }) => (
  <fieldset className={css.choice}>
    <legend>{LEAVE.books}</legend>
    {[false, true].map((isDeleted) => (
      <label key={String(isDeleted)}>
        <input type="radio" name="deleteBooks" checked={isDeleted === chosen} onChange={() => onChoose(isDeleted)} />
        {isDeleted ? LEAVE.remove : LEAVE.keep}
      </label>
    ))}
  </fieldset>
)

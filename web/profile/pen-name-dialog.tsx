import { useState } from 'react'
import { createPenName, PEN_NAME_MAX, updatePenName } from '#contract/calls/pen-names.ts'
import type { PenName } from '#contract/pen-names.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { PEN_NAMES } from '#web/messages/pen-names.ts'
import { AUTHOR_PAGE, PROFILE } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthorWords, useAuthorWords } from './author-words.tsx'
import css from './second-factors.module.css'

const FORM = 'pen-name'

interface PenNameDialogProps {
  /** The one to edit, of which the name stays; undefined for a new one. */
  penName: PenName | undefined
  onClose: () => void
  onSaved: (penName: PenName) => void
}

export const PenNameDialog = ({ penName, onClose, onSaved }: PenNameDialogProps) => {
  const [name, setName] = useState('')
  const { words, problems, fields } = useAuthorWords(penName)
  const { onSubmit, isPending, failure, errors } = useForm<PenName>({
    call: penName ? updatePenName : createPenName,
    check: () => ({
      ...(!penName && name.trim() === '' && { name: PEN_NAMES.noName }),
      ...problems,
    }),
    send: () =>
      penName
        ? api(updatePenName, { params: { id: penName._id }, body: words })
        : api(createPenName, { body: { name, ...words } }),
    onSuccess: onSaved,
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={penName ? PEN_NAMES.editOf(penName.name) : PEN_NAMES.add}
      actions={
        <>
          <Button onClick={onClose}>{PROFILE.cancel}</Button>
          <Button type="submit" form={FORM} kind="strong" busy={isPending}>
            {isPending ? PROFILE.saving : PROFILE.save}
          </Button>
        </>
      }
    >
      <form id={FORM} method="post" onSubmit={onSubmit} noValidate className={css.form}>
        <FailureNotice failure={failure} />
        {!penName && (
          <TextField
            label={PEN_NAMES.name}
            name="name"
            hint={PEN_NAMES.nameHint}
            autoComplete="off"
            maxLength={PEN_NAME_MAX * 2}
            value={name}
            error={errors['name']}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <AuthorWords
          {...{ fields, errors }}
          prefix="pen-name-"
          label={PEN_NAMES.about}
          hint={`${PEN_NAMES.aboutHint} ${AUTHOR_PAGE.aboutHint}`}
        />
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import { createPenName, removePenNameImage, setPenNameImage, updatePenName } from '#contract/calls/pen-names.ts'
import { PEN_NAME_MAX } from '#contract/values/pen-names.ts'
import type { PenName } from '#contract/pen-names.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { PEN_NAMES } from '#web/messages/pen-names.ts'
import { FILE_STEP } from '#web/messages/publishing.ts'
import { AUTHOR_PAGE, PROFILE } from '#web/messages/profile.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthorWords, useAuthorWords } from './author-words.tsx'
import { type PictureChange, PenNamePicture } from './pen-name-picture.tsx'
import { imageForm } from './picture-file.ts'

interface PenNameDialogProps {
  /** The one to edit, of which the name stays; undefined for a new one. */
  penName: PenName | undefined
  onClose: () => void
  onSaved: (penName: PenName) => void
}

export const PenNameDialog = ({ penName: edited, onClose, onSaved }: PenNameDialogProps) => {
  const [name, setName] = useState('')
  const [picture, setPicture] = useState<PictureChange>()
  // Stored before its picture is sent: if that fails, the next try does not make it again, and the list has it all the same.
  const [made, setMade] = useState<PenName>()
  const penName = edited ?? made
  const { words, problems, fields, clear } = useAuthorWords(`pen-name:${edited?._id ?? 'new'}`, edited)
  const { onSubmit, isPending, failure, errors, field } = useForm<PenName>({
    call: penName ? updatePenName : createPenName,
    check: () => ({
      ...(!penName && name.trim() === '' && { name: PEN_NAMES.noName }),
      ...(picture === 'reading' && { image: FILE_STEP.wait }),
      ...(picture === 'unreadable' && { image: PEN_NAMES.noImage }),
      ...problems,
    }),
    send: async () => {
      const saved = penName
        ? await api(updatePenName, { params: { id: penName._id }, body: words })
        : await api(createPenName, { body: { name, ...words } })
      setMade(saved)
      const params = { id: saved._id }
      if (picture instanceof Blob) return api(setPenNameImage, { params, body: imageForm(picture) })
      return picture === 'removed' ? api(removePenNameImage, { params }) : saved
    },
    onSuccess: (saved) => {
      clear()
      onSaved(saved)
    },
  })
  const close = () => {
    clear()
    if (made) onSaved(made)
    else onClose()
  }
  return (
    <FormDialog
      wide
      onClose={close}
      title={penName ? PEN_NAMES.editOf(penName.name) : PEN_NAMES.add}
      cancel={PROFILE.cancel}
      go={PROFILE.save}
      going={PROFILE.saving}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      <FailureNotice failure={failure} />
      {!penName && (
        <TextField
          label={PEN_NAMES.name}
          {...field('name', name, setName)}
          hint={PEN_NAMES.nameHint}
          autoComplete="off"
          maxLength={PEN_NAME_MAX * 2}
        />
      )}
      <PenNamePicture
        picture={picture}
        error={errors['image']}
        onChange={setPicture}
        image={penName?.image ?? null}
        name={penName?.name ?? name}
      />
      <AuthorWords
        fields={fields}
        errors={errors}
        prefix="pen-name-"
        label={PEN_NAMES.about}
        hint={`${PEN_NAMES.aboutHint} ${AUTHOR_PAGE.aboutHint}`}
      />
    </FormDialog>
  )
}

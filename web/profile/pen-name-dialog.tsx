import { useState } from 'react'
import { ABOUT_MAX } from '#contract/calls/authors.ts'
import { createPenName, PEN_NAME_MAX, updatePenName } from '#contract/calls/pen-names.ts'
import type { PenName } from '#contract/pen-names.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { PEN_NAMES } from '#web/messages/pen-names.ts'
import { AUTHOR_PAGE, PROFILE } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
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
  const [about, setAbout] = useState(penName?.about ?? '')
  const [links, setLinks] = useState(penName?.links.join('\n') ?? '')
  const isLong = [...about.trim()].length > ABOUT_MAX
  const { onSubmit, isPending, failure, errors } = useForm<PenName>({
    call: penName ? updatePenName : createPenName,
    check: () => ({
      ...(!penName && name.trim() === '' && { name: PEN_NAMES.noName }),
      ...(isLong && { about: AUTHOR_PAGE.long }),
    }),
    send: () => {
      const words = { about, links: links.split('\n').filter((link) => link.trim() !== '') }
      return penName
        ? api(updatePenName, { params: { id: penName._id }, body: words })
        : api(createPenName, { body: { name, ...words } })
    },
    onSuccess: onSaved,
  })
  // The server names the line of a link that it refuses.
  const badLink = Object.entries(errors).find(([field]) => field.startsWith('links'))?.[1]
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
        <TextArea
          label={PEN_NAMES.about}
          name="penNameAbout"
          hint={`${PEN_NAMES.aboutHint} ${AUTHOR_PAGE.aboutHint}`}
          rows={4}
          value={about}
          error={errors['about']}
          onChange={(event) => setAbout(event.target.value)}
        />
        <TextArea
          label={AUTHOR_PAGE.links}
          name="penNameLinks"
          hint={AUTHOR_PAGE.linksHint}
          rows={3}
          value={links}
          error={badLink}
          onChange={(event) => setLinks(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

import { createList, updateList } from '#contract/calls/lists.ts'
import { LIST_NAME_MAX, LIST_VISIBILITIES, LIST_WORDS_MAX } from '#contract/values/lists.ts'
import type { ListSummary } from '#contract/lists.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { LISTS } from '#web/messages/lists.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Options, SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'

interface ListDialogProps {
  /** The one to edit; undefined for a new one. */
  list?: Pick<ListSummary, '_id' | 'name' | 'words' | 'visibility'> | undefined
  onClose: () => void
  onSaved: (list: ListSummary) => void
}

type ListWords = Pick<ListSummary, 'name' | 'words' | 'visibility'>

const NEW_LIST: ListWords = { name: '', words: '', visibility: 'private' }

/** Name and words of a list, and who sees it. What was typed survives a reload. */
export const ListDialog = ({ list, onClose, onSaved }: ListDialogProps) => {
  const [{ name, words, visibility }, setTyped, clear] = useUnsentDraft<ListWords>(
    `list:${list?._id ?? 'new'}`,
    list ?? NEW_LIST,
  )
  const { onSubmit, isPending, failure, field } = useForm<ListSummary>({
    call: list ? updateList : createList,
    check: () => ({ ...(name.trim() === '' && { name: LISTS.noName }) }),
    send: () => {
      const body = { name, words, visibility }
      return list ? api(updateList, { params: { id: list._id }, body }) : api(createList, { body })
    },
    onSuccess: (saved) => {
      clear()
      onSaved(saved)
    },
  })
  return (
    <FormDialog
      wide
      onClose={() => {
        clear()
        onClose()
      }}
      title={list ? LISTS.edit : LISTS.add}
      cancel={LISTS.cancel}
      go={LISTS.save}
      going={LISTS.saving}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      <FailureNotice failure={failure} />
      <TextField
        label={LISTS.name}
        {...field('name', name, (name) => setTyped({ name, words, visibility }))}
        autoComplete="off"
        maxLength={LIST_NAME_MAX * 2}
      />
      <TextArea
        label={LISTS.words}
        {...field('words', words, (words) => setTyped({ name, words, visibility }))}
        hint={LISTS.wordsHint}
        rows={3}
        maxLength={LIST_WORDS_MAX * 2}
      />
      <SelectField
        label={LISTS.visibility}
        {...field('visibility', visibility, (visibility) => setTyped({ name, words, visibility }))}
        hint={LISTS.visibilityTexts[visibility]}
      >
        <Options of={LIST_VISIBILITIES} texts={LISTS.visibilities} />
      </SelectField>
    </FormDialog>
  )
}

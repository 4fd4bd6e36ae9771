import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { getOwnBook, setBookState } from '#contract/calls/publishing.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { FILE_STEP } from '#web/messages/publishing.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type BookFields, checkBook, inOrder } from './check-book.ts'
import { ConfirmLeave } from './confirm-leave.tsx'
import css from './create.module.css'
import { EditPreview, EditSteps } from './edit-steps.tsx'
import { Findings } from './findings.tsx'
import { planBook } from './plan-book.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { RightsField } from './rights-field.tsx'
import { SaveStatus } from './save-status.tsx'
import { toFields } from './to-fields.ts'
import { useAutosave } from './use-autosave.ts'
import { useBookFile } from './use-book-file.ts'
import { useOwnImage } from './use-own-image.ts'

interface DraftFormProps {
  book: EditedBook
  /** Loads the draft again after another tab has saved it. */
  onReload: () => void
  isDeleting: boolean
  onDelete: () => void
}

/** The form of a draft: it is saved as one goes, and published when it has all that a book needs. */
export const DraftForm = ({ book, onReload, isDeleting, onDelete }: DraftFormProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const draft = useFields(book)
  const { fields, latest, change } = draft
  const file = useBookFile(latest, { change, isNew: true })
  const image = useOwnImage(fields.cover)
  const [findings, setFindings] = useState<readonly string[]>([])
  const [isPlanning, setIsPlanning] = useState(false)
  const rights = fields.rights ?? 'own'
  const isReading = file.chosen?.state === 'reading'
  const autosave = useAutosave({
    book,
    isDeleting,
    latest,
    fields,
    image: image.image,
    file: isReading ? undefined : file.chosen?.file,
    onSaved: (answer) => {
      client.setQueryData(query(getOwnBook, { params: { id: book._id } }).queryKey, answer.book)
      if (answer.findings) setFindings(answer.findings)
    },
  })
  const fileErrors = {
    ...(file.error && { pdfFile: file.error }),
    ...(image.error && { image: image.error }),
  }
  const form = useForm({
    call: setBookState,
    check: () => ({
      ...checkBook(fields, { book: true, image: Boolean(image.image) }),
      ...autosave.errors,
      ...fileErrors,
      ...(isReading && { pdfFile: FILE_STEP.wait }),
      ...(image.isReading && { image: FILE_STEP.wait }),
    }),
    send: async () => {
      await autosave.flush()
      return api(setBookState, { params: { id: book._id }, body: { state: 'published', rights } })
    },
    onSuccess: () => {
      void client.invalidateQueries()
      toast.good(DRAFT.published)
      void navigate(`/books/${book._id}`)
    },
  })
  const preview = async () => {
    // The failure is shown beside the form.
    const isSaved = await autosave.flush({ redraws: true }).then(
      () => true,
      () => false,
    )
    if (isSaved) void navigate(`/books/${book._id}/preview`)
  }
  const isConflict = autosave.state === 'conflict'
  const shown = {
    book,
    draft,
    form: { errors: inOrder({ ...form.errors, ...autosave.errors, ...fileErrors }), file, image },
  }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={form.onSubmit} noValidate aria-label={DRAFT.title}>
        <fieldset disabled={form.isPending || isConflict}>
          <EditSteps {...shown} offersCurrentCover={book.coverSeed === null} isUnseen />
          <RightsField rights={rights} onChange={change} />
        </fieldset>
        {findings.length > 0 && <Findings texts={findings} fileName={file.chosen?.file.name} />}
        <FormErrors {...form.summary} errors={inOrder(form.errors)} />
        <FailureNotice failure={form.failure} />
        <div className={css.send}>
          <SaveStatus {...autosave} onReload={onReload} />
          <div className={css.actions}>
            <Button type="submit" kind="strong" big busy={form.isPending} disabled={isConflict}>
              {form.isPending ? DRAFT.publishing : DRAFT.publish}
            </Button>
            <Button big disabled={isConflict || isReading || image.isReading} onClick={() => setIsPlanning(true)}>
              {DRAFT.plan}
            </Button>
            <Button kind="quiet" disabled={isConflict || isReading || image.isReading} onClick={() => void preview()}>
              {DRAFT.preview}
            </Button>
            <Button kind="quiet" danger onClick={onDelete}>
              {DRAFT.remove}
            </Button>
          </div>
        </div>
      </form>
      <EditPreview {...shown} rated={undefined} />
      {isPlanning && (
        <PlanDialog
          call={setBookState}
          send={async (time) => {
            await autosave.flush()
            return planBook(book._id, time, rights)
          }}
          onClose={() => setIsPlanning(false)}
        />
      )}
      <ConfirmLeave isNeeded={autosave.losesOnLeave} />
    </div>
  )
}

/** The fields as they are typed. They are not kept in the browser: the draft is. */
const useFields = (book: EditedBook) => {
  const [fields, setFields] = useState<BookFields>(() => toFields(book))
  const latest = useRef(fields)
  const change = (patch: Partial<BookFields>) => {
    latest.current = { ...latest.current, ...patch }
    setFields(latest.current)
  }
  return { fields, latest, change }
}

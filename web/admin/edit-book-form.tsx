import { useQueryClient } from '@tanstack/react-query'
import { editAdminBook, getAdminBook } from '#contract/calls/admin.ts'
import type { AdminBookDetail } from '#contract/admin.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { query } from '#web/api/query.ts'
import { EDIT_BOOK } from '#web/messages/admin-books.ts'
import { BOOKS } from '#web/messages/counts.ts'
import css from '#web/publishing/create.module.css'
import { EditPreview, EditSteps } from '#web/publishing/edit-steps.tsx'
import { Step } from '#web/publishing/form-step.tsx'
import { UploadFooter } from '#web/publishing/upload-footer.tsx'
import { useBookForm } from '#web/publishing/use-book-form.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { toFormData, useBookDraft } from './book-draft.ts'
import ownCss from './book-facts.module.css'
import { BookFacts } from './book-facts.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { FlagFields } from './flag-fields.tsx'

interface EditBookFormProps {
  book: AdminBookDetail
  onStale: () => void
}

/** The form to edit any book: the author's fields, and the flags that only administrators set. */
export const EditBookForm = ({ book, onStale }: EditBookFormProps) => {
  const draft = useBookDraft(book)
  const client = useQueryClient()
  const say = useToast()
  const form = useBookForm({
    draft,
    hasFile: true,
    call: { failureMessage: EDIT_BOOK.failed },
    send: (api, files) => api(editAdminBook, { params: { id: book._id }, body: toFormData(book, draft, files) }),
    onSuccess: (answer) => {
      client.setQueryData(query(getAdminBook, { params: { id: book._id } }).queryKey, answer)
      say.good(EDIT_BOOK.saved)
      draft.clear()
      form.clearFiles()
      form.reset()
    },
    onError: onStale,
  })
  const { isPending, failure, errors, summary, file, upload } = form
  const isChanged = draft.isChanged || Boolean(file.chosen)
  const edited = { book, draft, form }

  return (
    <>
      <EditConflict fields={draft.conflicts} />
      <div className={css.layout}>
        <form
          method="post"
          onSubmit={(event) => (isChanged ? form.onSubmit(event) : event.preventDefault())}
          noValidate
          aria-label={EDIT_BOOK.title}
        >
          <fieldset disabled={isPending}>
            <EditSteps {...edited} offersCurrentCover />
            <Step number={4} title={EDIT_BOOK.place}>
              <FlagFields flags={draft.flags} error={errors.premiumDisplayUntil} onChange={draft.changeFlags} />
            </Step>
          </fieldset>
          <FormErrors {...summary} />
          <FailureNotice failure={failure} />
          <UploadFooter upload={upload} labels={EDIT_BOOK.sending} showProgress={Boolean(file.chosen)} />
          {!isChanged && <p className={ownCss.unchanged}>{EDIT_BOOK.unchanged}</p>}
        </form>
        <div>
          <EditPreview {...edited} rated={book.ratingCount > 0 ? BOOKS.rated(book.Rating) : undefined} />
          <BookFacts book={book} />
        </div>
      </div>
    </>
  )
}

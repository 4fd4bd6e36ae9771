import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { editBook } from '#contract/calls/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { EDIT, PREVIEW } from '#web/messages/publishing.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import css from './create.module.css'
import { EditPreview, EditSteps } from './edit-steps.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { useBookForm } from './use-book-form.ts'
import { useDraft } from './use-draft.ts'

/** The form to edit a book. Its PDF and its cover stay unless others are chosen. */
export const EditForm = ({ book }: { book: BookDetail }) => {
  const { clear, ...draft } = useDraft(`edit:${book._id}`, toFields(book))
  const { fields } = draft
  const navigate = useNavigate()
  const toast = useToast()
  const form = useBookForm({
    draft,
    hasPdf: true,
    send: (api, files) => api(editBook, { params: { id: book._id }, body: bookFormData({ ...fields, ...files }) }),
    onSuccess: (answer) => {
      clear()
      toast.good(EDIT.saved)
      void navigate(`/books/${answer.book._id}`)
    },
  })
  const { onSubmit, isPending, failure, summary, upload } = form
  const edited = { book, draft, form }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={onSubmit} noValidate aria-label={EDIT.title}>
        <fieldset disabled={isPending}>
          <EditSteps {...edited} offersCurrentCover={book.coverSeed === null} />
        </fieldset>
        <FormErrors {...summary} />
        <FailureNotice failure={failure} />
        <UploadFooter upload={upload} labels={EDIT.sending} showProgress={Boolean(form.pdf.pdf)} />
      </form>
      <EditPreview {...edited} rated={book.ratingCount > 0 ? PREVIEW.rated(book.Rating.toFixed(1)) : undefined} />
    </div>
  )
}

/** A cover of the series is drawn again from its number, since the words on it may change. */
const toFields = ({ title, author, caption, genre, coverSeed }: BookDetail): BookFields => ({
  ...{ title, author, caption, genre },
  cover: coverSeed === null ? 'current' : 'series',
  coverSeed: coverSeed ?? 0,
})

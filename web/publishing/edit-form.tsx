import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { editBook } from '#contract/calls/publishing.ts'
import type { Declared } from '#contract/shapes/rights.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { EDIT, PREVIEW } from '#web/messages/publishing.ts'
import { RIGHTS } from '#web/messages/rights.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { useToast } from '#web/ui/toast.tsx'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import css from './create.module.css'
import { EditPreview, EditSteps } from './edit-steps.tsx'
import { RightsField } from './rights-field.tsx'
import { toFields } from './to-fields.ts'
import { UploadFooter } from './upload-footer.tsx'
import { useBookForm } from './use-book-form.ts'
import { useDraft } from './use-draft.ts'
import { decimal } from '#web/messages/counts.ts'

interface EditFormProps {
  /** What was declared of it, and that its author is a pen name, is known to its publisher alone. */
  book: BookDetail & Partial<Pick<EditedBook, 'rights' | 'mayChange' | 'penName' | 'pageEpub' | 'keepsWords'>>
  isPublished?: boolean
}

/** The form to edit a book. Its file and its cover stay unless others are chosen. */
export const EditForm = ({ book, isPublished = true }: EditFormProps) => {
  const { changes, clear, ...draft } = useDraft(`edit:${book._id}`, toFields(book))
  const { fields, change } = draft
  const rights = fields.rights ?? 'own'
  const navigate = useNavigate()
  const toast = useToast()
  const form = useBookForm({
    draft,
    hasFile: true,
    send: (api, files) =>
      api(editBook, {
        params: { id: book._id },
        body: bookFormData({ ...toSent(fields, changes), ...files, rights: files.book && rights }),
      }),
    onSuccess: (answer) => {
      clear()
      toast.good(isPublished ? EDIT.saved : EDIT.savedUnseen)
      void navigate(isPublished ? `/books/${answer.book._id}` : '/profile')
    },
  })
  const { onSubmit, isPending, failure, summary, upload } = form
  const edited = { book, draft, form }
  const discard = () => {
    clear()
    form.clearFiles()
    form.reset()
  }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={onSubmit} noValidate aria-label={EDIT.title}>
        <fieldset disabled={isPending}>
          <EditSteps {...edited} offersCurrentCover={book.coverSeed === null} />
          {book.rights && <p className="muted">{declaredText(book.rights)}</p>}
          {form.file.chosen && <RightsField rights={rights} isNewFile onChange={change} />}
        </fieldset>
        <FormErrors {...summary} />
        <FailureNotice failure={failure} />
        <UploadFooter upload={upload} labels={EDIT.sending} showProgress={Boolean(form.file.chosen)}>
          {Object.keys(changes).length > 0 && (
            <Button big onClick={discard}>
              {EDIT.discard}
            </Button>
          )}
        </UploadFooter>
      </form>
      <EditPreview {...edited} rated={book.ratingCount > 0 ? PREVIEW.rated(decimal(book.Rating)) : undefined} />
    </div>
  )
}

/** Only what was changed, so that the changes of others are not overwritten; a drawn cover with the words on it. */
const toSent = ({ cover, coverSeed }: BookFields, changes: Partial<BookFields>): Partial<BookFields> => {
  const { cover: _, coverSeed: __, ...words } = changes
  const redraws = (['cover', 'coverSeed', 'title', 'author', 'genre'] as const).some((name) => name in changes)
  return redraws ? { ...words, cover, coverSeed } : words
}

/** What was declared of the book's file, or of one that it had before. */
const declaredText = ({ rights, at, isOfFile }: Declared) =>
  (isOfFile ? RIGHTS.declared : RIGHTS.declaredBefore)(RIGHTS.choices[rights], formatTime(at))

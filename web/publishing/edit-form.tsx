import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { editBook } from '#contract/calls/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { COVER_STEP, EDIT, FILE_STEP, PREVIEW, WORDS_STEP, counted } from '#web/messages/publishing.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import { CoverChoices } from './cover-choice.tsx'
import css from './create.module.css'
import { Step } from './form-step.tsx'
import { PdfField } from './pdf-field.tsx'
import { Preview } from './preview.tsx'
import { BookTextFields } from './text-fields.tsx'
import { megabytes } from './time-left.ts'
import { UploadFooter } from './upload-footer.tsx'
import { useBookForm } from './use-book-form.ts'
import { useDraft } from './use-draft.ts'

/** The form to edit a book. Its PDF and its cover stay unless others are chosen. */
export const EditForm = ({ book }: { book: BookDetail }) => {
  const { clear, ...draft } = useDraft(`edit:${book._id}`, toFields(book))
  const { fields, change } = draft
  const navigate = useNavigate()
  const toast = useToast()
  const { onSubmit, isPending, failure, errors, summary, pdf, image, upload } = useBookForm({
    draft,
    hasPdf: true,
    send: (api, files) => api(editBook, { params: { id: book._id }, body: bookFormData({ ...fields, ...files }) }),
    onSuccess: (answer) => {
      clear()
      toast.good(EDIT.saved)
      void navigate(`/books/${answer.book._id}`)
    },
  })

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={onSubmit} noValidate aria-label={EDIT.title}>
        <fieldset disabled={isPending}>
          <Step number={1} title={WORDS_STEP.title}>
            <BookTextFields fields={fields} errors={errors} onChange={change} />
          </Step>
          <Step number={2} title={COVER_STEP.title} id="cover-step">
            <CoverChoices
              fields={fields}
              firstPage={pdf.firstPage}
              image={image.url}
              current={book.coverSeed === null ? book.image : undefined}
              hasPdf
              error={errors.image}
              onChoose={change}
              onImage={(file) => void image.choose(file)}
            />
          </Step>
          <Step number={3} title={FILE_STEP.title}>
            <PdfField
              pdf={pdf.pdf}
              current={FILE_STEP.keptFacts(counted(book.pageCount), megabytes(book.pdfBytes))}
              error={errors.pdfFile}
              help={pdf.help}
              onFile={(file) => void pdf.choose(file)}
            />
          </Step>
        </fieldset>
        <FormErrors {...summary} />
        <FailureNotice failure={failure} />
        <UploadFooter upload={upload} labels={EDIT.sending} showProgress={Boolean(pdf.pdf)} />
      </form>
      <Preview
        fields={fields}
        firstPage={pdf.firstPage}
        image={image.url}
        current={book.image}
        pageCount={pdf.pdf?.pageCount ?? book.pageCount}
        rated={book.ratingCount > 0 ? PREVIEW.rated(book.Rating.toFixed(1)) : undefined}
      />
    </div>
  )
}

/** A cover of the series is drawn again from its number, since the words on it may change. */
const toFields = ({ title, author, caption, genre, coverSeed }: BookDetail): BookFields => ({
  ...{ title, author, caption, genre },
  cover: coverSeed === null ? 'current' : 'series',
  coverSeed: coverSeed ?? 0,
})

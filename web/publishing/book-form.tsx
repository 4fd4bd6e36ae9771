import { useState } from 'react'
import { publishBook } from '#contract/calls/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { COVER_STEP, CREATE, FILE_STEP, WORDS_STEP } from '#web/messages/publishing.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import { CoverChoices } from './cover-choice.tsx'
import css from './create.module.css'
import { Step } from './form-step.tsx'
import { PdfField } from './pdf-field.tsx'
import { Published } from './published.tsx'
import { Preview } from './preview.tsx'
import { BookTextFields } from './text-fields.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { useBookForm } from './use-book-form.ts'
import { EMPTY, useDraft } from './use-draft.ts'

/** The form of a new book; read-only for people who are not authors. */
export const BookForm = ({ readOnly }: { readOnly: boolean }) => {
  const { clear, ...draft } = useDraft('create', EMPTY)
  // The form stays as it was sent until the dialog is closed, while the draft is cleared at once.
  const [sent, setSent] = useState<BookFields>()
  const fields = sent ?? draft.fields
  const { change } = draft
  const { onSubmit, isPending, failure, errors, summary, data, reset, pdf, image, upload, clearFiles } = useBookForm({
    draft,
    hasPdf: false,
    enabled: !readOnly,
    send: (api, files) => api(publishBook, { body: bookFormData({ ...draft.fields, ...files }) }),
    onSuccess: () => {
      setSent(draft.latest.current)
      clear()
    },
  })
  const startAgain = () => {
    setSent(undefined)
    clearFiles()
    reset()
  }
  const chooseFile = (file: File) => {
    // The server's errors are about the previous file.
    if (failure) reset()
    void pdf.choose(file)
  }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={onSubmit} noValidate aria-label={CREATE.title}>
        <fieldset disabled={readOnly || isPending}>
          <Step number={1} title={FILE_STEP.title}>
            <PdfField pdf={pdf.pdf} error={errors.pdfFile} help={pdf.help} onFile={chooseFile} />
          </Step>
          <Step number={2} title={COVER_STEP.title} id="cover-step">
            <CoverChoices
              fields={fields}
              firstPage={pdf.firstPage}
              image={image.url}
              error={errors.image}
              onChoose={change}
              onImage={(file) => void image.choose(file)}
            />
          </Step>
          <Step number={3} title={WORDS_STEP.title}>
            <BookTextFields fields={fields} errors={errors} onChange={change} />
          </Step>
        </fieldset>
        <FormErrors {...summary} />
        <FailureNotice failure={failure} />
        {!readOnly && <UploadFooter upload={upload} labels={CREATE.sending} />}
      </form>
      <Preview fields={fields} firstPage={pdf.firstPage} image={image.url} pageCount={pdf.pdf?.pageCount} />
      {data && <Published {...data} onClose={startAgain} />}
    </div>
  )
}

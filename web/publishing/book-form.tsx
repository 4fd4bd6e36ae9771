import { useState } from 'react'
import { publishBook } from '#contract/calls/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { CO_AUTHORS } from '#web/messages/co-authors.ts'
import { COVER_STEP, CREATE, FILE_STEP, WORDS_STEP } from '#web/messages/publishing.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import { CoverChoices } from './cover-choice.tsx'
import css from './create.module.css'
import { Step } from './form-step.tsx'
import { FileField, pagesOf } from './file-field.tsx'
import { DRAFT } from '#web/messages/studio.ts'
import { Button } from '#web/ui/button.tsx'
import { Published } from './published.tsx'
import { Preview } from './preview.tsx'
import { RightsField } from './rights-field.tsx'
import { BookTextFields } from './text-fields.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { useBookForm } from './use-book-form.ts'
import { useBeginDraft } from './use-begin-draft.ts'
import { EMPTY, useDraft } from './use-draft.ts'

/** The form of a new book; read-only for people who are not authors. */
export const BookForm = ({ readOnly }: { readOnly: boolean }) => {
  const { clear, ...draft } = useDraft('create', EMPTY)
  // The form stays as it was sent until the dialog is closed, while the draft is cleared at once.
  const [sent, setSent] = useState<BookFields>()
  const fields = sent ?? draft.fields
  const { change } = draft
  const rights = fields.rights ?? 'own'
  const begin = useBeginDraft(clear)
  const { onSubmit, isPending, failure, errors, summary, data, reset, file, files, image, upload, clearFiles } =
    useBookForm({
      draft,
      hasFile: false,
      enabled: !readOnly && !begin.isPending,
      send: (api, files) => api(publishBook, { body: bookFormData({ ...draft.fields, rights, ...files }) }),
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
  const chooseFile = (chosen: File) => {
    // The server's errors are about the previous file.
    if (failure) reset()
    void file.choose(chosen)
  }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={onSubmit} noValidate aria-label={CREATE.title}>
        <fieldset disabled={readOnly || isPending || begin.isPending}>
          <Step number={1} title={FILE_STEP.title}>
            <FileField
              chosen={file.chosen}
              error={errors.pdfFile ?? begin.failure?.errors['pdfFile']}
              title={fields.title}
              help={file.help}
              chaptersByLooks={fields.chaptersByLooks}
              onFile={chooseFile}
              onChapters={change}
            />
          </Step>
          <Step number={2} title={COVER_STEP.title} id="cover-step">
            <CoverChoices
              fields={fields}
              file={file}
              image={image.url}
              error={errors.image ?? errors.cover}
              onChoose={change}
              onImage={(file) => void image.choose(file)}
            />
          </Step>
          <Step number={3} title={WORDS_STEP.title}>
            <BookTextFields fields={fields} errors={errors} onChange={change} isUnseen />
            <p className="muted">{CO_AUTHORS.later}</p>
          </Step>
          <RightsField rights={rights} onChange={change} />
        </fieldset>
        <FormErrors {...summary} />
        <FailureNotice failure={failure ?? begin.failure} />
        {!readOnly && (
          <UploadFooter upload={upload} labels={CREATE.sending} busy={begin.isPending}>
            <Button
              big
              busy={begin.isPending}
              disabled={image.isReading}
              onClick={() => begin.mutate({ ...draft.fields, ...files })}
            >
              {begin.isPending ? DRAFT.beginning : DRAFT.begin}
            </Button>
          </UploadFooter>
        )}
      </form>
      <Preview fields={fields} file={file} image={image.url} pages={pagesOf(file.chosen)} />
      {data && <Published {...data} fileName={file.chosen?.file.name} onClose={startAgain} />}
    </div>
  )
}

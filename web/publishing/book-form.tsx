import { useState } from 'react'
import type { FormEvent } from 'react'
import { publishBook } from '#contract/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { COVER_STEP, CREATE, FILE_STEP, WORDS_STEP } from '#web/messages/publishing.ts'
import { bookFormData } from './book-form-data.ts'
import { checkBook, inOrder } from './check-book.ts'
import { CoverChoices } from './cover-choice.tsx'
import css from './create.module.css'
import { PdfField } from './pdf-field.tsx'
import { Preview } from './preview.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { Step } from './form-step.tsx'
import { EMPTY, useDraft } from './use-draft.ts'
import { useOwnImage } from './use-own-image.ts'
import { usePdf } from './use-pdf.ts'
import { useUpload } from './use-upload.ts'
import { WordFields } from './word-fields.tsx'

/** The file, the cover, the words; read-only for who is no author. */
export const BookForm = ({ readOnly }: { readOnly: boolean }) => {
  const { words, latest, change, clear } = useDraft('create', EMPTY)
  const file = usePdf(latest, change)
  const own = useOwnImage()
  const { upload, start, cancel, reset } = useUpload({
    onPublished: () => clearAll(),
    onFailed: () => countAttempt(),
  })
  const [attempt, setAttempt] = useState(0)
  const countAttempt = () => setAttempt((count) => count + 1)
  const chosen = { pdf: Boolean(file.pdf), image: Boolean(own.image) }
  const failure = upload.step === 'failed' ? upload.failure : undefined
  const errors = inOrder({
    ...failure?.errors,
    ...(attempt > 0 && checkBook(words, chosen)),
    ...(file.error && { pdfFile: file.error }),
    ...(own.error && words.cover === 'image' && { image: own.error }),
  })

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (readOnly || upload.step === 'sending') return
    countAttempt()
    reset()
    if (Object.keys(checkBook(words, chosen)).length > 0 || !file.pdf) return
    const form = bookFormData({ ...words, pdf: file.pdf.file, image: own.image })
    void start((api) => api(publishBook, { body: form }), file.pdf.file.size)
  }
  const chooseFile = (picked: File) => {
    // What the server said of the last file is not true of this one.
    if (failure) reset()
    void file.choose(picked)
  }
  const clearAll = () => {
    clear()
    file.clear()
    own.clear()
    setAttempt(0)
  }
  const published = upload.step === 'done' ? upload.published : undefined

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={send} noValidate aria-label={CREATE.title}>
        <fieldset disabled={readOnly || upload.step === 'sending'}>
          <Step number={1} title={FILE_STEP.title}>
            <PdfField pdf={file.pdf} error={errors.pdfFile} onFile={chooseFile} />
          </Step>
          <Step number={2} title={COVER_STEP.title} id="cover-step">
            <CoverChoices
              words={words}
              firstPage={file.firstPage}
              image={own.url}
              error={errors.image}
              onChoose={(cover) => change({ cover })}
              onImage={(picked) => void own.choose(picked)}
            />
          </Step>
          <Step number={3} title={WORDS_STEP.title}>
            <WordFields words={words} errors={errors} onChange={change} />
          </Step>
        </fieldset>
        {attempt > 0 && <FormErrors errors={errors} attempt={attempt} title={failure?.title} />}
        <FailureNotice failure={failure} />
        {!readOnly && <UploadFooter upload={upload} onCancel={cancel} words={CREATE.sending} />}
      </form>
      <Preview words={words} firstPage={file.firstPage} image={own.url} pageCount={file.pdf?.pageCount} />
      <Dialog
        open={published !== undefined}
        title={CREATE.done}
        onClose={reset}
        actions={
          <>
            <Button onClick={reset}>{CREATE.another}</Button>
            <ButtonLink kind="strong" to={`/books/${published?.book._id}`} onClick={reset}>
              {CREATE.see}
            </ButtonLink>
          </>
        }
      >
        <p>{published?.message}</p>
      </Dialog>
    </div>
  )
}

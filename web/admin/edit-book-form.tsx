import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { editAdminBook, getAdminBook } from '#contract/admin.ts'
import type { AdminBookDetail } from '#contract/admin.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { query } from '#web/api/query.ts'
import { checkBook, inOrder } from '#web/publishing/check-book.ts'
import { CoverChoices } from '#web/publishing/cover-choice.tsx'
import css from '#web/publishing/create.module.css'
import { Step } from '#web/publishing/form-step.tsx'
import { PdfField } from '#web/publishing/pdf-field.tsx'
import { Preview } from '#web/publishing/preview.tsx'
import { UploadFooter } from '#web/publishing/upload-footer.tsx'
import { megabytes } from '#web/publishing/time-left.ts'
import { useOwnImage } from '#web/publishing/use-own-image.ts'
import { usePdf } from '#web/publishing/use-pdf.ts'
import { useUpload } from '#web/publishing/use-upload.ts'
import { WordFields } from '#web/publishing/word-fields.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { EDIT_BOOK } from '#web/messages/admin.ts'
import { COVER_STEP, FILE_STEP, WORDS_STEP, counted } from '#web/messages/publishing.ts'
import { BOOKS } from '#web/messages/counts.ts'
import ownCss from './book-facts.module.css'
import { BookFacts } from './book-facts.tsx'
import { toFormData, useBookDraft } from './book-draft.ts'
import { FlagFields } from './flag-fields.tsx'
import { EditConflict } from './edit-conflict.tsx'

interface EditBookFormProps {
  book: AdminBookDetail
  onStale: () => void
}

/** The author's parts over a book that stands, and below them what the house says of it. */
export const EditBookForm = ({ book, onStale }: EditBookFormProps) => {
  const draft = useBookDraft(book)
  const { words, latest, change } = draft
  const file = usePdf(latest, change)
  const own = useOwnImage()
  const saved = useSaved()
  const [attempt, setAttempt] = useState(0)
  const countAttempt = () => setAttempt((count) => count + 1)
  const { upload, start, cancel, reset } = useUpload({
    onPublished: () => {
      draft.clear()
      file.clear()
      own.clear()
      setAttempt(0)
      reset()
    },
    onFailed: () => {
      countAttempt()
      onStale()
    },
  })
  const isChanged = draft.isChanged || Boolean(file.pdf)
  const missing = checkBook(words, { pdf: true, image: Boolean(own.image) })
  const failure = upload.step === 'failed' ? upload.failure : undefined
  const errors = inOrder({
    ...failure?.errors,
    ...(attempt > 0 && missing),
    ...(file.error && { pdfFile: file.error }),
    ...(own.error && words.cover === 'image' && { image: own.error }),
  })

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (upload.step === 'sending' || !isChanged) return
    countAttempt()
    reset()
    if (file.error || Object.keys(missing).length > 0) return
    const body = toFormData(book, draft, { pdf: file.pdf?.file, image: own.image })
    const params = { id: book._id }
    void start(async (api) => saved(await api(editAdminBook, { params, body })), file.pdf?.file.size ?? 0)
  }

  return (
    <>
      <EditConflict fields={draft.overtaken} />
      <div className={css.layout}>
        <form method="post" onSubmit={send} noValidate aria-label={EDIT_BOOK.title}>
          <fieldset disabled={upload.step === 'sending'}>
            <Step number={1} title={WORDS_STEP.title}>
              <WordFields words={words} errors={errors} onChange={change} />
            </Step>
            <Step number={2} title={COVER_STEP.title} id="cover-step">
              <CoverChoices
                words={words}
                firstPage={file.firstPage}
                image={own.url}
                kept={book.image}
                error={errors['image']}
                onChoose={(cover) => change({ cover })}
                onImage={(picked) => void own.choose(picked)}
              />
            </Step>
            <Step number={3} title={FILE_STEP.title}>
              <PdfField
                pdf={file.pdf}
                kept={FILE_STEP.keptFacts(counted(book.pageCount), megabytes(book.pdfBytes))}
                error={errors['pdfFile']}
                onFile={(picked) => void file.choose(picked)}
              />
            </Step>
            <Step number={4} title={EDIT_BOOK.place}>
              <FlagFields flags={draft.flags} error={errors['premiumDisplayUntil']} onChange={draft.changeFlags} />
            </Step>
          </fieldset>
          {attempt > 0 && <FormErrors errors={errors} attempt={attempt} title={failure && EDIT_BOOK.failed} />}
          <FailureNotice failure={failure && { ...failure, title: EDIT_BOOK.failed }} />
          <UploadFooter upload={upload} onCancel={cancel} words={EDIT_BOOK.sending} measured={Boolean(file.pdf)} />
          {!isChanged && <p className={ownCss.unchanged}>{EDIT_BOOK.unchanged}</p>}
        </form>
        <div>
          <Preview
            words={words}
            firstPage={file.firstPage}
            image={own.url}
            kept={book.image}
            pageCount={file.pdf?.pageCount ?? book.pageCount}
            {...(book.ratingCount > 0 && { rated: BOOKS.rated(book.Rating) })}
          />
          <BookFacts book={book} />
        </div>
      </div>
    </>
  )
}

/** Keeps what the server says the book is now, and says so. */
const useSaved = () => {
  const client = useQueryClient()
  const say = useToast()
  return (answer: { success: true; data: AdminBookDetail }) => {
    client.setQueryData(query(getAdminBook, { params: { id: answer.data._id } }).queryKey, answer)
    say.good(EDIT_BOOK.saved)
    return { book: answer.data }
  }
}

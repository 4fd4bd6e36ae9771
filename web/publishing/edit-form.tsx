import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { editBook } from '#contract/publishing.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { COVER_STEP, EDIT, FILE_STEP, PREVIEW, WORDS_STEP, counted } from '#web/messages/publishing.ts'
import { bookFormData } from './book-form-data.ts'
import { checkBook, inOrder } from './check-book.ts'
import type { Words } from './check-book.ts'
import { CoverChoices } from './cover-choice.tsx'
import css from './create.module.css'
import { Step } from './form-step.tsx'
import { PdfField } from './pdf-field.tsx'
import { Preview } from './preview.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { megabytes } from './time-left.ts'
import { useDraft } from './use-draft.ts'
import { useOwnImage } from './use-own-image.ts'
import { usePdf } from './use-pdf.ts'
import { useUpload } from './use-upload.ts'
import { WordFields } from './word-fields.tsx'

/** The form of a new book over one that stands: its file and its cover stay unless another is chosen. */
export const EditForm = ({ book }: { book: BookDetail }) => {
  const { words, latest, change, clear } = useDraft(`edit:${book._id}`, wordsOf(book))
  const file = usePdf(latest, change)
  const own = useOwnImage()
  const finish = useFinish(clear)
  const { upload, start, cancel, reset } = useUpload({ onPublished: finish, onFailed: () => countAttempt() })
  const [attempt, setAttempt] = useState(0)
  const countAttempt = () => setAttempt((count) => count + 1)
  const chosen = { pdf: true, image: Boolean(own.image) }
  const failure = upload.step === 'failed' ? upload.failure : undefined
  const errors = inOrder({
    ...failure?.errors,
    ...(attempt > 0 && checkBook(words, chosen)),
    ...(file.error && { pdfFile: file.error }),
    ...(own.error && words.cover === 'image' && { image: own.error }),
  })

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (upload.step === 'sending') return
    countAttempt()
    reset()
    if (file.error || Object.keys(checkBook(words, chosen)).length > 0) return
    const form = bookFormData({ ...words, pdf: file.pdf?.file, image: own.image })
    const params = { id: book._id }
    void start((api) => api(editBook, { params, body: form }), file.pdf?.file.size ?? 0)
  }

  return (
    <div className={css.layout}>
      <form method="post" onSubmit={send} noValidate aria-label={EDIT.title}>
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
              error={errors.image}
              onChoose={(cover) => change({ cover })}
              onImage={(picked) => void own.choose(picked)}
            />
          </Step>
          <Step number={3} title={FILE_STEP.title}>
            <PdfField
              pdf={file.pdf}
              kept={FILE_STEP.keptFacts(counted(book.pageCount), megabytes(book.pdfBytes))}
              error={errors.pdfFile}
              onFile={(picked) => void file.choose(picked)}
            />
          </Step>
        </fieldset>
        {attempt > 0 && <FormErrors errors={errors} attempt={attempt} title={failure?.title} />}
        <FailureNotice failure={failure} />
        <UploadFooter upload={upload} onCancel={cancel} words={EDIT.sending} measured={Boolean(file.pdf)} />
      </form>
      <Preview
        words={words}
        firstPage={file.firstPage}
        image={own.url}
        kept={book.image}
        pageCount={file.pdf?.pageCount ?? book.pageCount}
        rated={book.ratingCount > 0 ? PREVIEW.rated(book.Rating.toFixed(1)) : undefined}
      />
    </div>
  )
}

const wordsOf = ({ title, author, caption, genre }: BookDetail): Words => ({
  title,
  author,
  caption,
  genre,
  cover: 'kept',
})

/** On to the book, as readers see it now. */
const useFinish = (clear: () => void) => {
  const navigate = useNavigate()
  const toast = useToast()
  return ({ book }: { book: { _id: string } }) => {
    clear()
    toast.good(EDIT.saved)
    void navigate(`/books/${book._id}`)
  }
}

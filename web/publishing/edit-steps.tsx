import type { BookDetail } from '#contract/books.ts'
import { COVER_STEP, FILE_STEP, WORDS_STEP, counted } from '#web/messages/publishing.ts'
import { CoverChoices } from './cover-choice.tsx'
import type { StoredCover } from './drawn-cover.tsx'
import { Step } from './form-step.tsx'
import { PdfField } from './pdf-field.tsx'
import { Preview } from './preview.tsx'
import { BookTextFields } from './text-fields.tsx'
import { megabytes } from './time-left.ts'
import type { useBookForm } from './use-book-form.ts'
import type { BookDraft } from './use-draft.ts'

interface EditedBookProps {
  book: Pick<BookDetail, 'image' | 'imageColor' | 'pageCount' | 'pdfBytes'> & { isHidden?: boolean }
  draft: Pick<BookDraft, 'fields' | 'change'>
  form: Pick<ReturnType<typeof useBookForm>, 'errors' | 'pdf' | 'image'>
}

/** The fields of a published book: its words, its cover and its file. */
export const EditSteps = ({
  book,
  offersCurrentCover,
  draft: { fields, change },
  form: { errors, pdf, image },
}: EditedBookProps & { offersCurrentCover: boolean }) => (
  <>
    <Step number={1} title={WORDS_STEP.title}>
      <BookTextFields fields={fields} errors={errors} onChange={change} />
    </Step>
    <Step number={2} title={COVER_STEP.title} id="cover-step">
      <CoverChoices
        fields={fields}
        firstPage={pdf.firstPage}
        image={image.url}
        current={offersCurrentCover ? storedCover(book) : undefined}
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
  </>
)

/** The card of a published book with its changes. */
export const EditPreview = ({
  book,
  draft: { fields },
  form: { pdf, image },
  rated,
}: EditedBookProps & { rated: string | undefined }) => (
  <Preview
    fields={fields}
    firstPage={pdf.firstPage}
    image={image.url}
    current={storedCover(book)}
    pageCount={pdf.pdf?.pageCount ?? book.pageCount}
    rated={rated}
  />
)

const storedCover = ({ image, imageColor, isHidden }: EditedBookProps['book']): StoredCover => ({
  src: isHidden ? undefined : image,
  color: imageColor,
})

import { Suspense } from 'react'
import type { BookDetail } from '#contract/books.ts'
import type { EditedBook } from '#contract/publishing.ts'
import type { SameFile } from '#contract/shapes/rights.ts'
import { CHANGE_NOTE_MAX } from '#contract/values/versions.ts'
import { COVER_STEP, FILE_STEP, VERSIONS, WORDS_STEP } from '#web/messages/publishing.ts'
import { CoAuthorsField } from './co-authors-field.tsx'
import { CoverChoices } from './cover-choice.tsx'
import type { StoredCover } from './drawn-cover.tsx'
import { Step } from './form-step.tsx'
import { FileField, pagesOf } from './file-field.tsx'
import { Preview } from './preview.tsx'
import { BookTextFields } from './text-fields.tsx'
import { megabytes } from '#web/messages/counts.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { useBookForm } from './use-book-form.ts'
import type { BookDraft } from './use-draft.ts'

const Paper = optionalPart(async () => (await import('./paper.tsx')).Paper)
const Versions = optionalPart(async () => (await import('./versions.tsx')).Versions)

interface EditedBookProps {
  book: Pick<BookDetail, '_id' | 'image' | 'imageColor' | 'pageCount' | 'fileBytes' | 'pdfBytes' | 'format'> & {
    isHidden?: boolean
    mayChange?: boolean
    sameFile?: SameFile | null
    pageEpub?: EditedBook['pageEpub']
    keepsWords?: boolean
  }
  draft: Pick<BookDraft, 'fields' | 'change'>
  form: Pick<ReturnType<typeof useBookForm>, 'errors' | 'file' | 'image'>
}

/** The fields of a published book: its words, its cover and its file. */
export const EditSteps = ({
  book,
  offersCurrentCover,
  isUnseen,
  draft: { fields, change },
  form: { errors, file, image },
}: EditedBookProps & { offersCurrentCover: boolean; isUnseen?: boolean }) => (
  <>
    <Step number={1} title={WORDS_STEP.title}>
      <BookTextFields fields={fields} errors={errors} isUnseen={isUnseen} pageEpub={book.pageEpub} onChange={change} />
      {book.keepsWords && <p className="muted">{WORDS_STEP.keepsWords}</p>}
      {book.mayChange && <CoAuthorsField bookId={book._id} />}
    </Step>
    <Step number={2} title={COVER_STEP.title} id="cover-step">
      <CoverChoices
        fields={fields}
        file={file}
        image={image.url}
        current={offersCurrentCover ? storedCover(book) : undefined}
        stored={book.format}
        error={errors.image ?? errors.cover}
        onChoose={change}
        onImage={(file) => void image.choose(file)}
      />
    </Step>
    <Step number={3} title={FILE_STEP.title}>
      <FileField
        chosen={file.chosen}
        current={{
          name: FILE_STEP.kept[book.format],
          facts: FILE_STEP.keptFacts(pagesOf(book) ?? '', megabytes(book.fileBytes ?? book.pdfBytes)),
          sameFile: book.sameFile,
        }}
        error={errors.pdfFile}
        title={fields.title}
        help={file.help}
        chaptersByLooks={fields.chaptersByLooks}
        onFile={(chosen) => void file.choose(chosen)}
        onChapters={change}
      />
      {file.chosen && (
        <TextField
          label={VERSIONS.note}
          name="changeNote"
          hint={VERSIONS.noteHint}
          error={errors.changeNote}
          maxLength={CHANGE_NOTE_MAX}
          value={fields.changeNote ?? ''}
          onChange={(event) => change({ changeNote: event.target.value })}
        />
      )}
      <Suspense>
        {book.mayChange && book.format === 'epub' && <Paper bookId={book._id} />}
        <Versions bookId={book._id} />
      </Suspense>
    </Step>
  </>
)

/** The card of a published book with its changes. */
export const EditPreview = ({
  book,
  draft: { fields },
  form: { file, image },
  rated,
}: EditedBookProps & { rated: string | undefined }) => (
  <Preview
    fields={fields}
    file={file}
    image={image.url}
    current={storedCover(book)}
    pages={pagesOf(file.chosen) ?? pagesOf(book)}
    rated={rated}
  />
)

const storedCover = ({ image, imageColor, isHidden }: EditedBookProps['book']): StoredCover => ({
  src: isHidden ? undefined : image,
  color: imageColor,
})

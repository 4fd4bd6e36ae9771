import { useState } from 'react'
import type { DragEvent } from 'react'
import { type BookFormatName, FLOWS } from '#contract/values/books.ts'
import { PDF_MAX_BYTES } from '#contract/values/publishing.ts'
import type { SameFile } from '#contract/shapes/rights.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, fieldId } from '#web/ui/field.tsx'
import { FILE_STEP, counted } from '#web/messages/publishing.ts'
import { ChapterOffer } from './chapter-offer.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileAdviceList, SameFileNotice } from './file-notes.tsx'
import { Findings } from './findings.tsx'
import { ManuscriptPreviewList } from './manuscript-preview.tsx'
import css from './file-field.module.css'
import { megabytes } from '#web/messages/counts.ts'
import type { ChosenFile } from './use-book-file.ts'
import { SIGNS } from '#web/messages/signs.ts'

const ID = fieldId('pdfFile')
const MAX_MEGABYTES = Math.round(PDF_MAX_BYTES / 1_048_576)

interface FileFieldProps {
  chosen: ChosenFile | undefined
  /** What is said of the file that the book has already. */
  current?: { name: string; facts: string; sameFile?: SameFile | null | undefined }
  /** The title in the form. */
  title: string
  error: string | undefined
  /** What to do about a file of another kind. */
  help: string | undefined
  /** Whether the lines that look like titles of chapters are such. */
  chaptersByLooks: boolean | undefined
  onFile: (file: File) => void
  onChapters: (patch: { chaptersByLooks: boolean | undefined }) => void
}

/** The book's file, chosen with the button or dropped on the row. */
export const FileField = ({
  chosen,
  current,
  title,
  error,
  help,
  chaptersByLooks = false,
  onFile,
  onChapters,
}: FileFieldProps) => {
  const { maxEpubMegabytes } = useSiteSettings()
  const most = { pdf: MAX_MEGABYTES, epub: maxEpubMegabytes }
  const sameFile = chosen ? chosen.sameFile : current?.sameFile
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div className={css.field}>
      <div
        className={classNames(css.row, over && css.over, error && css.wrong)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={css.sheet} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
        <div>
          <p className={css.name}>{chosen?.file.name ?? current?.name ?? FILE_STEP.none}</p>
          <p className={css.facts}>{chosen ? formatFacts(chosen, most) : (current?.facts ?? mostText(most))}</p>
        </div>
        <ChooseFile
          id={ID}
          label={chosen || current ? FILE_STEP.chooseAnother : FILE_STEP.choose}
          className={css.choose}
          name="pdfFile"
          accept="application/pdf,.pdf,application/epub+zip,.epub,.docx,.odt,.fodt,.fb2,.mobi,.azw3,.azw,.prc,.md,.markdown,.mdown,.mkd,.txt,.zip"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${ID}-hint${error ? ` ${ID}-error` : ''}${error && help ? ` ${ID}-help` : ''}`}
          onFile={onFile}
        />
      </div>
      <p id={`${ID}-hint`} className={css.hint} role="status">
        {FILE_STEP.formats}
        {chosen ? ` ${FILE_STEP[chosen.state]}` : ''}
      </p>
      <div aria-live="polite">
        {chosen?.findings && chosen.findings.length > 0 && (
          <Findings texts={chosen.findings} fileName={chosen.file.name} />
        )}
        {chosen?.chapterLines && chosen.chapterLines.length > 0 && (
          <ChapterOffer
            lines={chosen.chapterLines}
            checked={chaptersByLooks}
            onChange={(checked) => onChapters({ chaptersByLooks: checked || undefined })}
          />
        )}
        {chosen?.preview && <ManuscriptPreviewList {...chosen.preview} />}
        {chosen?.advice && <FileAdviceList advice={chosen.advice} fileTitle={chosen.title ?? ''} title={title} />}
        {sameFile && <SameFileNotice book={sameFile} />}
      </div>
      <div className={css.refused} aria-live="polite">
        {error && <FieldError id={`${ID}-error`} text={error} />}
        {error && help && (
          <p id={`${ID}-help`} className={css.help}>
            {help}
          </p>
        )}
      </div>
    </div>
  )
}

const formatFacts = (chosen: ChosenFile, most: Record<BookFormatName, number>) => {
  const size = FILE_STEP.size(megabytes(chosen.file.size), most[chosen.format])
  const pages = pagesOf(chosen)
  return pages ? size + SIGNS.dot + pages : size
}

/** The number of pages in words; of text that flows, whose pages are as long as a screen shows, about. */
export const pagesOf = (book: { format: BookFormatName; pageCount?: number } | undefined) => {
  if (!book?.pageCount) return undefined
  return FLOWS[book.format] ? FILE_STEP.about(counted(book.pageCount)) : counted(book.pageCount)
}

const mostText = ({ pdf, epub }: { pdf: number; epub: number }) =>
  epub > pdf ? FILE_STEP.mostOfEach(pdf, epub) : FILE_STEP.most(pdf)

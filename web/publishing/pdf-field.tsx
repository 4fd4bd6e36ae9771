import { useState } from 'react'
import type { DragEvent } from 'react'
import { PDF_MAX_BYTES } from '#contract/calls/publishing.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, fieldId } from '#web/ui/field.tsx'
import { FILE_STEP, counted } from '#web/messages/publishing.ts'
import { ChooseFile } from './choose-file.tsx'
import css from './pdf-field.module.css'
import { megabytes } from './time-left.ts'
import type { ChosenPdf } from './use-pdf.ts'

const ID = fieldId('pdfFile')
const MAX_MEGABYTES = Math.round(PDF_MAX_BYTES / 1_048_576)

interface PdfFieldProps {
  pdf: ChosenPdf | undefined
  /** Facts of the PDF that the book has already. */
  current?: string
  error: string | undefined
  /** What to do about a file of another kind. */
  help: string | undefined
  onFile: (file: File) => void
}

/** The PDF, chosen with the button or dropped on the row. */
export const PdfField = ({ pdf, current, error, help, onFile }: PdfFieldProps) => {
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
        <div className={css.said}>
          <p className={css.name}>{pdf?.file.name ?? (current ? FILE_STEP.kept : FILE_STEP.none)}</p>
          <p className={css.facts}>{pdf ? formatFacts(pdf) : (current ?? FILE_STEP.most(MAX_MEGABYTES))}</p>
        </div>
        <ChooseFile
          id={ID}
          label={pdf || current ? FILE_STEP.chooseAnother : FILE_STEP.choose}
          className={css.choose}
          name="pdfFile"
          accept="application/pdf,.pdf"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${ID}-hint${error ? ` ${ID}-error` : ''}${error && help ? ` ${ID}-help` : ''}`}
          onFile={onFile}
        />
      </div>
      <p id={`${ID}-hint`} className={css.hint} role="status">
        {FILE_STEP.pdfOnly}
        {pdf ? ` ${FILE_STEP[pdf.state]}` : ''}
      </p>
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

const formatFacts = ({ file, pageCount }: ChosenPdf) => {
  const size = FILE_STEP.size(megabytes(file.size), MAX_MEGABYTES)
  return pageCount ? `${size} · ${counted(pageCount)}` : size
}

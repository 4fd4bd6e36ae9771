import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CREATE } from '#web/messages/publishing.ts'
import { Progress } from '#web/ui/progress.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './create.module.css'
import { megabytes } from '#web/messages/counts.ts'
import type { BookUpload } from './use-book-form.ts'
import type { UploadProgress } from './use-upload.ts'
import { BOOK_FORM } from '#web/messages/book-form.ts'

interface UploadLabels {
  send: string
  sending: string
  cancelled: string
}

interface UploadFooterProps {
  upload: BookUpload
  labels: UploadLabels
  /** False if no file is sent. */
  showProgress?: boolean
  /** Something else is being sent. */
  busy?: boolean
  /** Other buttons, while nothing is sent. */
  children?: ReactNode
}

/** The submit button with the progress of the upload. Afterwards its place stays empty, to avoid a layout shift. */
export const UploadFooter = ({
  upload: { progress, isPending, isDone, isCancelled, cancel },
  labels,
  showProgress = true,
  busy = false,
  children,
}: UploadFooterProps) => {
  const submit = useRef<HTMLButtonElement>(null)
  return (
    <div className={css.send}>
      {showProgress && progress && (isPending || isDone) && (
        <div className={classNames(css.progress, isDone && css.done)}>
          <Meter {...progress} />
        </div>
      )}
      <div className={css.actions}>
        <Button ref={submit} type="submit" kind="strong" big busy={isPending || busy}>
          {isPending ? labels.sending : labels.send}
        </Button>
        {isPending ? (
          <Button
            big
            onClick={() => {
              cancel()
              // This button is gone then.
              submit.current?.focus()
            }}
          >
            {CREATE.cancel}
          </Button>
        ) : (
          children
        )}
      </div>
      {isCancelled && <p role="status">{labels.cancelled}</p>}
    </div>
  )
}

/** How far an upload is. */
export const Meter = ({ loaded, total, left }: UploadProgress) => {
  const share = total > 0 ? loaded / total : 0
  const percent = Math.floor(share * 100)
  const sent = percent === 100
  return (
    <>
      <div className={css.figures}>
        <b>{BOOK_FORM.percent(percent)}</b>
        <span>{BOOK_FORM.sent(megabytes(loaded), megabytes(total))}</span>
        <span className="muted">{sent ? CREATE.sent : left}</span>
      </div>
      <Progress value={share} label={CREATE.progress} />
      {/* Announced at each quarter only: a screen reader can't keep up with every percent. */}
      <VisuallyHidden>
        <span role="status">{sent ? CREATE.sent : CREATE.percent(percent - (percent % 25))}</span>
      </VisuallyHidden>
    </>
  )
}

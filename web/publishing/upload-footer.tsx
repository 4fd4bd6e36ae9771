import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { CREATE } from '#web/messages/publishing.ts'
import css from './create.module.css'
import { megabytes } from './time-left.ts'
import type { Upload } from './use-upload.ts'

export interface UploadLabels {
  send: string
  sending: string
  cancelled: string
}

interface UploadFooterProps {
  upload: Upload
  onCancel: () => void
  words: UploadLabels
  /** False where a few words are all that is sent. */
  measured?: boolean
}

/** The foot of the form: the button, and how far it is; the figures stay until the next thing is done, so that nothing jumps. */
export const UploadFooter = ({ upload, onCancel, words, measured = true }: UploadFooterProps) => {
  const sending = upload.step === 'sending' ? upload : undefined
  return (
    <div className={css.send}>
      {measured && (upload.step === 'sending' || upload.step === 'done') && <Meter {...upload} />}
      <div className={css.actions}>
        <Button type="submit" kind="strong" big busy={Boolean(sending)}>
          {sending ? words.sending : words.send}
        </Button>
        {sending && (
          <Button big onClick={onCancel}>
            {CREATE.cancel}
          </Button>
        )}
      </div>
      {upload.step === 'cancelled' && <p role="status">{words.cancelled}</p>}
    </div>
  )
}

const Meter = ({
  progress: { loaded, total },
  left,
}: Pick<Extract<Upload, { step: 'sending' }>, 'progress' | 'left'>) => {
  const share = total > 0 ? loaded / total : 0
  const percent = Math.floor(share * 100)
  const sent = percent === 100
  return (
    <>
      <div className={css.figures}>
        <b>{percent}%</b>
        <span>
          {megabytes(loaded)} of {megabytes(total)} MB
        </span>
        <span className="muted">{sent ? CREATE.sent : left}</span>
      </div>
      <Progress value={share} label={CREATE.progress} />
      {/* Said at each quarter alone: a screen reader can't keep up with every percent. */}
      <VisuallyHidden>
        <span role="status">{sent ? CREATE.sent : CREATE.percent(percent - (percent % 25))}</span>
      </VisuallyHidden>
    </>
  )
}

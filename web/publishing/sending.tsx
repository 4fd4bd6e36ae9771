import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './create.module.css'
import { megabytes } from './time-left.ts'
import type { Upload } from './use-upload.ts'

interface SendingProps {
  upload: Upload
  onCancel: () => void
}

/** The foot of the form: the button, and while it sends how far it is. */
export const Sending = ({ upload, onCancel }: SendingProps) => {
  const sending = upload.step === 'sending' ? upload : undefined
  return (
    <div className={css.send}>
      {sending && <Meter {...sending} />}
      <div className={css.actions}>
        <Button type="submit" kind="strong" big busy={Boolean(sending)}>
          {sending ? 'Uploading…' : 'Upload'}
        </Button>
        {sending && (
          <Button big onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {upload.step === 'cancelled' && <p role="status">Upload cancelled. Nothing was published, and your words are still here.</p>}
    </div>
  )
}

const Meter = ({ progress: { loaded, total }, left }: Extract<Upload, { step: 'sending' }>) => {
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
        <span className="muted">{sent ? 'Sent. The library is looking at it…' : left}</span>
      </div>
      <Progress value={share} label="Uploading" />
      {/* Said at each quarter alone: a screen reader can't keep up with every percent. */}
      <VisuallyHidden>
        <span role="status">{sent ? 'Sent. The library is looking at it.' : `${percent - (percent % 25)}% uploaded`}</span>
      </VisuallyHidden>
    </>
  )
}

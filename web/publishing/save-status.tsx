import type { Failure } from '#web/api/failure.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Meter } from './upload-footer.tsx'
import type { SaveState } from './use-autosave.ts'
import type { UploadProgress } from './use-upload.ts'

interface SaveStatusProps {
  state: SaveState
  failure: Failure | undefined
  progress: UploadProgress | undefined
  onReload: () => void
}

/** Whether the draft is saved; while a file is sent, how far that is. */
export const SaveStatus = ({ state, failure, progress, onReload }: SaveStatusProps) =>
  state === 'conflict' ? (
    <Notice kind="bad" title={DRAFT.conflict}>
      <p>{DRAFT.conflictText}</p>
      <Button kind="quiet" onClick={onReload}>
        {DRAFT.load}
      </Button>
    </Notice>
  ) : (
    <>
      {state === 'saving' && progress && progress.total > 0 && <Meter {...progress} />}
      <p role="status" className="muted">
        {state === 'rejected' && failure && Object.keys(failure.errors).length === 0 ? failure.text : DRAFT[state]}
      </p>
    </>
  )

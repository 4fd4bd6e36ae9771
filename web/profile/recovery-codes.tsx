import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RECOVERY } from '#web/messages/second-factors.ts'
import css from './second-factors.module.css'

/** Shows new recovery codes, once. Only its button closes it, because the codes cannot be shown again. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const copy = useCopy(RECOVERY.copied, RECOVERY.notCopied)
  useEffect(() => {
    const { classList } = document.body
    classList.add(css.printsCodes ?? '')
    return () => classList.remove(css.printsCodes ?? '')
  }, [])
  return (
    <Dialog
      title={RECOVERY.saveTitle}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={() => void copy(codes.join('\n'))}>{RECOVERY.copy}</Button>
          <Button onClick={() => window.print()}>{RECOVERY.print}</Button>
          <Button kind="strong" onClick={onClose}>
            {RECOVERY.saved}
          </Button>
        </>
      }
    >
      <p>{RECOVERY.save}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

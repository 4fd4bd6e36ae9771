import { READING } from '#web/messages/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './key-list.module.css'

/** The reader's keyboard shortcuts. */
export const KeyList = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={READING.keys}
    actions={
      <Button kind="strong" onClick={onClose}>
        {READING.closeKeys}
      </Button>
    }
  >
    <dl className={css.keys}>
      {READING.keyList.map(([keys, action]) => (
        <div key={action}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

import { READING } from '#web/messages/reading.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './key-list.module.css'

/** The reader's keyboard shortcuts. */
export const KeyList = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title={READING.keys} closeLabel={READING.closeKeys}>
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

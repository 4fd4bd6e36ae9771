import { Undo2 } from 'lucide'
import { READING } from '#web/messages/reading.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './jump-back.module.css'

/** Returns to the page from which the reader has jumped. */
export const JumpBack = ({ page, onBack }: { page: number; onBack: () => void }) => (
  <button type="button" className={css.back} onClick={onBack}>
    <Icon of={Undo2} />
    {READING.backTo(page)}
  </button>
)

import { DEVICES } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import css from './tokens.module.css'

/** A text that belongs into another program, with a button that copies it. */
export const CopiedText = ({ name, text }: { name: string; text: string }) => {
  const copy = useCopy(DEVICES.copied, DEVICES.notCopied)
  return (
    <div className={css.copied}>
      <p>
        <span>{name}</span>
        <code>{text}</code>
      </p>
      <Button aria-label={DEVICES.copyOf(name)} onClick={() => void copy(text)}>
        {DEVICES.copy}
      </Button>
    </div>
  )
}

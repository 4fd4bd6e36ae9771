import { DEVICES } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import css from './tokens.module.css'

/** A text that belongs into another program, with a button that copies it. */
export const CopiedText = ({ name, text }: { name: string; text: string }) => {
  const toast = useToast()
  const copy = async () => {
    if (await copyText(text)) toast.good(DEVICES.copied)
    else toast.bad(DEVICES.notCopied)
  }
  return (
    <div className={css.copied}>
      <p>
        <span>{name}</span>
        <code>{text}</code>
      </p>
      <Button aria-label={DEVICES.copyOf(name)} onClick={() => void copy()}>
        {DEVICES.copy}
      </Button>
    </div>
  )
}

import { useEffect, useId, useRef } from 'react'
import { NOTE_MAX } from '#contract/values/marks.ts'
import { MARKS } from '#web/messages/marks.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import css from './mark-popover.module.css'
import { noteText } from './note-text.ts'

interface NoteFormProps {
  /** The mark. */
  id: string
  note: string
  /** Resolves when the note is stored. */
  onSave: (note: string) => Promise<void>
  onFailed: () => void
  onClose: () => void
}

/** A note that is not stored survives closing and reloading. */
export const NoteForm = ({ id, note, onSave, onFailed, onClose }: NoteFormProps) => {
  const [text, setText, clear] = useUnsentDraft(`note:${id}`, note)
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const save = () => {
    onSave(noteText(text)).then(clear, onFailed)
    onClose()
  }
  return (
    <form
      className={css.note}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
      }}
    >
      <label htmlFor={fieldId}>{MARKS.noteLabel}</label>
      <textarea
        ref={field}
        id={fieldId}
        dir="auto"
        rows={4}
        maxLength={NOTE_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={css.actions}>
        <Button
          kind="quiet"
          onClick={() => {
            clear()
            onClose()
          }}
        >
          {MARKS.cancel}
        </Button>
        <Button kind="strong" type="submit">
          {MARKS.saveNote}
        </Button>
      </div>
    </form>
  )
}

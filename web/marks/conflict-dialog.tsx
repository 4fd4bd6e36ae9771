import type { MarkContent } from '#contract/marks.ts'
import { NOTE_MAX } from '#contract/values/marks.ts'
import { MARKS } from '#web/messages/marks.ts'
import type { StoredMark } from '#web/session/stored-marks.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './conflict-dialog.module.css'
import { type Choice, bothNotes } from './merge-marks.ts'

interface ConflictDialogProps {
  /** The marks to decide, one after the other; none closes the dialog. */
  conflicts: readonly StoredMark[]
  onDecide: (id: string, choice: Choice) => void
  onClose: () => void
}

/** Asks which of two changes of a mark should stay. */
export const ConflictDialog = ({ conflicts, onDecide, onClose }: ConflictDialogProps) => {
  const [mark] = conflicts
  const own = mark?.content ?? null
  const other = mark?.conflict?.content ?? null
  const decide = (choice: Choice) => mark && onDecide(mark.id, choice)
  const hasTwoNotes = Boolean(own?.note && other?.note && own.note !== other.note)
  return (
    <Dialog
      open={mark !== undefined}
      onClose={onClose}
      title={MARKS.conflictTitle}
      wide
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {MARKS.later}
          </Button>
          {hasTwoNotes && bothNotes(own, other).length <= NOTE_MAX && (
            <Button onClick={() => decide('both')}>{MARKS.keepBoth}</Button>
          )}
          <Button onClick={() => decide('other')}>{MARKS.keepThere}</Button>
          <Button kind="strong" onClick={() => decide('own')}>
            {MARKS.keepHere}
          </Button>
        </>
      }
    >
      <p>{MARKS.conflictText}</p>
      <blockquote className={css.quote} dir="auto">
        {(own ?? other)?.anchors.map(({ exact }) => exact).join(' ')}
      </blockquote>
      <div className={css.sides}>
        <Side title={MARKS.here} content={own} />
        <Side title={MARKS.there} content={other} />
      </div>
      {conflicts.length > 1 && <p>{MARKS.conflictMore(conflicts.length - 1)}</p>}
    </Dialog>
  )
}

const Side = ({ title, content }: { title: string; content: MarkContent | null }) => (
  <section>
    <h3>{title}</h3>
    <p>{content ? (content.color ? MARKS.colors[content.color] : MARKS.bookmark) : MARKS.wasDeleted}</p>
    {content && (
      <p className={css.note} dir="auto">
        {content.note || MARKS.noNote}
      </p>
    )}
  </section>
)

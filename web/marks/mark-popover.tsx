import { Bookmark, Copy, Image, MessageSquare, NotebookPen, Trash2, X } from 'lucide'
import { type RefObject, useEffect, useState } from 'react'
import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import { MARK_COLORS, QUOTE_MAX } from '#contract/values/marks.ts'
import type { CommentOnWords } from '#web/comments/use-placed-comments.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { MARKS } from '#web/messages/marks.ts'
import { QUOTE_CARD } from '#web/messages/quote-card.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { openedPart } from '#web/ui/opened-part.tsx'
import { labelOfComment } from './label-of-comment.ts'
import { labelOfMark } from './label-of-mark.ts'
import type { MarkedText } from './marked-text.ts'
import css from './mark-popover.module.css'
import { NoteForm } from './note-form.tsx'
import type { ShownMark } from './place-marks.ts'
import { usePlaceBesideMark } from './use-place-beside-mark.ts'
import { wholeWords } from './whole-words.ts'

const PlaceCommentForm = openedPart(async () => (await import('#web/comments/place-comment-form.tsx')).PlaceCommentForm)

/** What the popover is about: selected text, or a mark. */
export type PopoverTarget = ({ kind: 'selection'; anchors: MarkAnchor[] } | { kind: 'mark'; id: string }) & {
  /** It was opened with the keyboard. */
  hasFocus?: boolean
  isNoteOpen?: boolean
}

export type Color = NonNullable<MarkContent['color']>

interface MarkPopoverProps {
  ref: RefObject<HTMLDivElement | null>
  target: PopoverTarget
  /** The mark of the target; undefined for a selection. */
  mark: ShownMark | undefined
  /** What a reader says of these words, in place of a mark. */
  comment: CommentOnWords | undefined
  /** The book with the version of its open file, if its readers may comment on it. */
  commentedBook: { _id: string; fileVersion: number } | undefined
  /** What a note without a choice of colour gets. */
  lastColor: Color
  text: MarkedText
  onHighlight: (color: Color, anchors: MarkAnchor[], withNote: boolean) => Promise<void>
  onChange: (id: string, content: MarkContent) => Promise<void>
  onDelete: (mark: ShownMark) => void
  /** Shows the quote as a picture. */
  onPicture: (quote: string) => void
  /** The mark could not be stored. */
  onFailed: () => void
  onClose: () => void
}

/** Highlight, note and copy for selected text; colour, note, copy and delete for a mark. On narrow screens at the foot. */
export const MarkPopover = ({
  ref,
  target,
  mark,
  comment,
  commentedBook,
  lastColor,
  text,
  ...on
}: MarkPopoverProps) => {
  const copy = useCopy(MARKS.copied, MARKS.notCopied)
  const [isCommenting, setCommenting] = useState(false)
  const [isNoteOpen, setNoteOpen] = useState(target.isNoteOpen === true)
  const id = target.kind === 'mark' ? target.id : undefined
  const { hasFocus } = target
  const style = usePlaceBesideMark(ref, text, { id, isShown: hasFocus === true })
  useEffect(() => {
    if (hasFocus) ref.current?.querySelector<HTMLElement>('textarea, button')?.focus()
  }, [hasFocus, ref, isNoteOpen])
  if (target.kind === 'mark' && !mark && !comment) return null
  const anchors = target.kind === 'selection' ? target.anchors : (mark?.content.anchors ?? [])
  const quote = anchors.map(({ exact }) => exact).join(' ')
  const place = placeOf(anchors)
  const isTooLong = quote.length > QUOTE_MAX
  const isBookmark = mark !== undefined && !mark.content.color
  const choose = (color: Color) => {
    const stored = mark ? on.onChange(mark.id, { ...mark.content, color }) : on.onHighlight(color, anchors, false)
    stored.catch(on.onFailed)
  }
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={comment ? labelOfComment(comment) : mark ? labelOfMark(mark.content) : MARKS.selection}
      className={css.popover}
      style={style}
      data-mark-popover
      data-own-keys
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        if (isCommenting) setCommenting(false)
        else if (isNoteOpen && mark) setNoteOpen(false)
        else on.onClose()
      }}
    >
      {comment ? (
        <>
          <p className={css.kind} dir="auto">
            {comment.user?.username ?? COMMENTS.unknown}
          </p>
          <p className={css.text} dir="auto">
            {comment.text}
          </p>
          <div className={css.row}>
            <IconButton label={MARKS.close} onClick={on.onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
        </>
      ) : isCommenting && place && commentedBook ? (
        <PlaceCommentForm
          bookId={commentedBook._id}
          place={{ ...place, fileVersion: commentedBook.fileVersion }}
          className={css.note}
          actionsClassName={css.actions}
          onClose={on.onClose}
        />
      ) : mark && isNoteOpen ? (
        <NoteForm
          id={mark.id}
          note={mark.content.note}
          onSave={(note) => on.onChange(mark.id, { ...mark.content, note })}
          onFailed={on.onFailed}
          onClose={() => setNoteOpen(false)}
        />
      ) : (
        <>
          {isTooLong && <p className={css.text}>{MARKS.tooLong}</p>}
          {mark?.content.note && (
            <p className={css.text} dir="auto">
              {mark.content.note}
            </p>
          )}
          {/* Pressing a button must not end the selection. */}
          <div className={css.row} onPointerDown={(event) => event.preventDefault()}>
            {isBookmark ? (
              <span className={css.kind}>
                <Icon of={Bookmark} />
                {MARKS.bookmark}
              </span>
            ) : (
              MARK_COLORS.map((color) => (
                <button
                  key={color}
                  type="button"
                  className={css.color}
                  data-color={color}
                  disabled={isTooLong}
                  title={MARKS.highlightIn[color]}
                  aria-label={MARKS.highlightIn[color]}
                  aria-pressed={mark ? mark.content.color === color : undefined}
                  onClick={() => choose(color)}
                />
              ))
            )}
            <IconButton
              label={mark?.content.note ? MARKS.editNote : MARKS.addNote}
              disabled={isTooLong}
              onClick={() => {
                if (mark) setNoteOpen(true)
                else on.onHighlight(lastColor, anchors, true).catch(on.onFailed)
              }}
            >
              <Icon of={NotebookPen} />
            </IconButton>
            {!isBookmark && place && commentedBook && (
              <IconButton label={PLACED_COMMENTS.add} onClick={() => setCommenting(true)}>
                <Icon of={MessageSquare} />
              </IconButton>
            )}
            {!isBookmark && (
              <IconButton label={MARKS.copy} onClick={() => void copy(quote)}>
                <Icon of={Copy} />
              </IconButton>
            )}
            {!isBookmark && (
              <IconButton label={QUOTE_CARD.open} onClick={() => on.onPicture(quote)}>
                <Icon of={Image} />
              </IconButton>
            )}
            {mark && (
              <IconButton label={MARKS.delete} onClick={() => on.onDelete(mark)}>
                <Icon of={Trash2} />
              </IconButton>
            )}
            <IconButton label={MARKS.close} onClick={on.onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
        </>
      )}
    </div>
  )
}

/** The place of a comment on these words: where they begin, and as much of them as finds them again. */
const placeOf = ([first]: readonly MarkAnchor[]) =>
  first && {
    page: first.page,
    ...(first.cfi && { cfi: first.cfi }),
    quote: wholeWords(first.exact),
  }

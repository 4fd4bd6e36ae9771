import { Bookmark, Copy, Image, MessageSquare, NotebookPen, Trash2, X } from 'lucide'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import { MARK_COLORS, NOTE_MAX, QUOTE_MAX } from '#contract/calls/marks.ts'
import type { CommentOnWords } from '#web/comments/use-placed-comments.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { MARKS } from '#web/messages/marks.ts'
import { QUOTE_CARD } from '#web/messages/quote-card.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { Icon } from '#web/ui/icon.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { labelOfComment } from './label-of-comment.ts'
import { labelOfMark } from './label-of-mark.ts'
import type { MarkedText } from './marked-text.ts'
import css from './mark-popover.module.css'
import { noteText } from './note-text.ts'
import type { ShownMark } from './place-marks.ts'
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
  const style = usePlaceBeside(ref, text, { id, isShown: hasFocus === true })
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
        if (event.key !== 'Escape') return
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
const NoteForm = ({ id, note, onSave, onFailed, onClose }: NoteFormProps) => {
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

const GAP = 10

interface PlaceOptions {
  /** The mark; undefined for selected text. */
  id: string | undefined
  /** The mark is scrolled into view once it is drawn. */
  isShown: boolean
}

/** The place of the popover: below the selected text or the mark, above it if there is no room, and with it when it scrolls. */
const usePlaceBeside = (
  ref: RefObject<HTMLElement | null>,
  text: MarkedText,
  { id, isShown }: PlaceOptions,
): CSSProperties => {
  const [place, setPlace] = useState({ x: 0, y: 0 })
  useLayoutEffect(() => {
    const { container } = text
    const update = () => {
      const popover = ref.current
      if (!popover) return
      const room = container.getBoundingClientRect()
      const box = text.boxOf(id)
      const { width, height } = popover.getBoundingClientRect()
      const [left, top, bottom] = box
        ? [(box.left + box.right) / 2 - width / 2, box.top, box.bottom]
        : [room.left + (room.width - width) / 2, room.top, room.top]
      const below = bottom + GAP
      const y = below + height < room.bottom ? below : top - GAP - height
      setPlace({
        x: within(left - room.left, room.width - width),
        y: within(y - room.top, room.height - height),
      })
    }
    let isAwaited = isShown && id !== undefined
    const show = () => {
      if (isAwaited && id) isAwaited = !text.show(id)
      update()
    }
    show()
    const unfollow = text.followBoxes(show)
    const observer = new ResizeObserver(update)
    if (ref.current) observer.observe(ref.current)
    observer.observe(container)
    return () => {
      unfollow()
      observer.disconnect()
    }
  }, [ref, text, id, isShown])
  return { '--x': `${place.x}px`, '--y': `${place.y}px` } as CSSProperties
}

const within = (value: number, max: number) => Math.max(0, Math.min(value, max))

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { BookDetail } from '#contract/books.ts'
import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import { MARKS_MAX } from '#contract/values/marks.ts'
import { usePlacedComments } from '#web/comments/use-placed-comments.ts'
import { MARKS } from '#web/messages/marks.ts'
import { Button } from '#web/ui/button.tsx'
import { FootNotice } from '#web/ui/foot-notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Color, MarkPopover, type PopoverTarget } from './mark-popover.tsx'
import { useMarkSync, useMarks } from './open-marks.ts'
import type { MarkedText } from './marked-text.ts'
import type { QuotedBook } from './quote-card/quote-dialog.tsx'
import { useQuoteDialog } from './quote-card/use-quote-dialog.tsx'
import { PassagePicker } from './passage-picker.tsx'
import { usePlaces } from './use-places.ts'
import { useCommentMarks } from './use-comment-marks.ts'
import { useDrawnMarks } from './use-drawn-marks.ts'
import { useSelectedText } from './use-selected-text.ts'

/** What the reader's toolbar, keys and drawer can do with marks. */
export interface MarkControls {
  bookmark: { isOn: boolean; toggle: () => void }
  /** Opens the popover at the selected text, or the choice of a passage if none is selected. */
  highlight: () => void
  /** Goes to a mark and opens its popover. */
  show: (id: string) => void
}

interface MarksProps {
  book: Pick<BookDetail, '_id' | 'title' | 'author' | 'commentCount' | 'commentRule'> & QuotedBook
  userId: string
  /** That of the open file. */
  fileVersion: number
  text: MarkedText
  /** The visible page. */
  page: number
  /** The id of the mark with which the book was opened. */
  firstMark?: string | undefined
  /** Where the reader shows notices. */
  notices: RefObject<HTMLDivElement | null>
  onControls: (controls: MarkControls | undefined) => void
}

/** A bookmark has the first words of its page. */
const BOOKMARK_CHARACTERS = 120

/** Bookmarks, highlights and notes on the pages of an open book. */
export const Marks = ({ book, userId, fileVersion, text, page, firstMark, notices, onControls }: MarksProps) => {
  const toast = useToast()
  const { store, state } = useMarks({ userId, bookId: book._id })
  useMarkSync(store, state.sync === 'unsent')
  const { places, onMisplaced } = usePlaces(text, state.marks)
  const { data: comments } = usePlacedComments(book)
  const commentMarks = useCommentMarks(text, comments, page)
  useDrawnMarks(text, { marks: state.marks, places, comments: commentMarks, onMisplaced })
  const [target, setTarget] = useState<PopoverTarget>()
  const [lastColor, setLastColor] = useState<Color>('gold')
  const [isPicking, setPicking] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const [deleted, setDeleted] = useState<{ id: string; content: MarkContent }>()
  const [announced, announce] = useState('')
  const picture = useQuoteDialog(book, () => text.container.focus())
  useSelectedText(text, { isOn: !isPicking, target, onTarget: setTarget })

  const attempt = useCallback(
    (action: Promise<unknown>) => {
      action.catch(() => toast.bad(MARKS.notStored))
    },
    [toast],
  )
  const isFull = state.marks.length >= MARKS_MAX
  const add = useCallback(
    async (content: Pick<MarkContent, 'color' | 'anchors'>) => {
      if (!store) return undefined
      if (isFull) {
        toast.bad(MARKS.full)
        return undefined
      }
      return store.add({ ...content, note: '', file: text.file, createdAt: new Date().toISOString() })
    },
    [store, isFull, toast, text],
  )
  const remove = useCallback(
    ({ id, content }: { id: string; content: MarkContent }) => {
      if (!store) return
      attempt(store.remove(id))
      setDeleted({ id, content })
    },
    [store, attempt],
  )

  useEffect(() => setDeleted(undefined), [page])

  const bookmark = state.marks.find(
    ({ id, content }) => !content.color && places.get(id)?.some((anchor) => anchor.page === page),
  )
  const toggleBookmark = useCallback(() => {
    if (bookmark) return remove(bookmark)
    const addBookmark = async () => {
      const words = await text.textOf(page)
      const { length } = [...words].slice(0, BOOKMARK_CHARACTERS).join('')
      const anchors: MarkAnchor[] = [await text.anchorOn(words, page, { start: 0, end: length })]
      if (await add({ color: null, anchors })) announce(MARKS.bookmarked(page))
    }
    attempt(addBookmark())
  }, [bookmark, remove, text, page, add, attempt])

  const controls = useMemo<MarkControls>(
    () => ({
      bookmark: { isOn: bookmark !== undefined, toggle: toggleBookmark },
      highlight: () => {
        const anchors = text.selected()
        if (anchors.length > 0) setTarget({ kind: 'selection', anchors, hasFocus: true })
        else setPicking(true)
      },
      show: (id) => {
        const place = places.get(id)?.[0]
        if (place) text.jumpTo(place)
        setTarget({ kind: 'mark', id, hasFocus: true })
      },
    }),
    [bookmark, toggleBookmark, places, text],
  )
  useEffect(() => {
    onControls(store && controls)
    return () => onControls(undefined)
  }, [store, controls, onControls])

  const hasShownFirst = useRef(false)
  useEffect(() => {
    if (firstMark === undefined || hasShownFirst.current || !places.has(firstMark)) return
    hasShownFirst.current = true
    controls.show(firstMark)
  }, [firstMark, places, controls])

  const close = useCallback(() => {
    const hadFocus = popover.current?.contains(document.activeElement)
    setTarget(undefined)
    if (hadFocus) text.container.focus()
  }, [text])
  const popover = useRef<HTMLDivElement>(null)

  return (
    <>
      {target && store && (
        <MarkPopover
          ref={popover}
          key={target.kind === 'mark' ? target.id : 'selection'}
          target={target}
          mark={target.kind === 'mark' ? state.marks.find(({ id }) => id === target.id) : undefined}
          comment={target.kind === 'mark' ? comments?.find(({ _id }) => _id === target.id) : undefined}
          commentedBook={book.commentRule === 'closed' ? undefined : { _id: book._id, fileVersion }}
          lastColor={lastColor}
          text={text}
          onPicture={picture.open}
          onHighlight={async (color, anchors, withNote) => {
            setLastColor(color)
            const id = await add({ color, anchors })
            if (!id) return close()
            text.select(page, undefined)
            announce(MARKS.highlighted)
            if (withNote) setTarget({ kind: 'mark', id, hasFocus: true, isNoteOpen: true })
            else close()
          }}
          onChange={store.change}
          onDelete={(mark) => {
            remove(mark)
            close()
          }}
          onFailed={() => toast.bad(MARKS.notStored)}
          onClose={close}
        />
      )}
      {picture.dialog}
      {isPicking && (
        <PassagePicker
          book={text}
          page={page}
          onPick={(anchors) => {
            setPicking(false)
            setTarget({ kind: 'selection', anchors, hasFocus: true })
          }}
          onClose={() => {
            setPicking(false)
            text.select(page, undefined)
            text.container.focus()
          }}
        />
      )}
      {notices.current &&
        createPortal(
          <>
            <VisuallyHidden>
              <span role="status">{announced}</span>
            </VisuallyHidden>
            {deleted && store && (
              <FootNotice text={deleted.content.color ? MARKS.deleted : MARKS.bookmarkDeleted}>
                <Button
                  kind="quiet"
                  onClick={() => {
                    attempt(store.change(deleted.id, deleted.content))
                    setDeleted(undefined)
                    announce(MARKS.undone)
                    text.container.focus()
                  }}
                >
                  {MARKS.undo}
                </Button>
                <Button kind="quiet" onClick={() => setDeleted(undefined)}>
                  {MARKS.close}
                </Button>
              </FootNotice>
            )}
            {state.conflicts.length > 0 && (
              <FootNotice text={MARKS.showConflicts(state.conflicts.length)}>
                <Button kind="quiet" onClick={() => setDeciding(true)}>
                  {MARKS.decide}
                </Button>
              </FootNotice>
            )}
            {state.sync !== 'sent' && <FootNotice text={MARKS[state.sync]} />}
          </>,
          notices.current,
        )}
      {store && (
        <ConflictDialog
          conflicts={isDeciding ? state.conflicts : []}
          onDecide={(id, choice) => attempt(store.decide(id, choice))}
          onClose={() => setDeciding(false)}
        />
      )}
    </>
  )
}

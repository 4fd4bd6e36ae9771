import { ArrowLeft, ArrowRight, Minus, Plus, X } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { MarkAnchor } from '#contract/marks.ts'
import { MARKS } from '#web/messages/marks.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import type { MarkedText } from './marked-text.ts'
import css from './passage-picker.module.css'
import { segmentsOf } from './segments.ts'
import { type Passage, sentencesOf } from './sentences.ts'
import { BACK_KEY, ON_KEY } from '#web/ui/reading-direction.ts'

interface PassagePickerProps {
  book: MarkedText
  page: number
  onPick: (anchors: MarkAnchor[]) => void
  onClose: () => void
}

/** Chooses a passage without a pointer: sentence by sentence, by arrow keys or, for screen readers and switches, by buttons. */
export const PassagePicker = ({ book, page, onPick, onClose }: PassagePickerProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const text = usePageText(book, page)
  const [passage, setPassage] = useState<Passage>()
  const isLastFirst = useRef(false)
  useEffect(() => bar.current?.focus(), [])

  useEffect(() => {
    if (text === undefined) return setPassage(undefined)
    const all = sentencesOf(text)
    setPassage(isLastFirst.current ? all.at(-1) : all[0])
    isLastFirst.current = false
  }, [text])

  useEffect(() => {
    book.select(page, passage)
    // oxlint-disable-next-line react/exhaustive-deps -- The passage is one of the page that had it.
  }, [book, passage])

  const turn = useCallback(
    (by: number) => {
      const to = page + by
      if (to < 1 || to > book.pageCount) return
      isLastFirst.current = by < 0
      book.goToPage(to)
    },
    [book, page],
  )
  const moveBy = (by: 1 | -1) => {
    if (!text || !passage) return turn(by)
    const all = sentencesOf(text)
    const next =
      by > 0 ? all.find(({ start }) => start >= passage.end) : all.findLast(({ end }) => end <= passage.start)
    if (next) setPassage(next)
    else turn(by)
  }
  const resizeBy = (by: 1 | -1) => {
    if (!text || !passage) return
    const ends = wordEndsOf(text)
    const end = by > 0 ? ends.find((at) => at > passage.end) : ends.findLast((at) => at < passage.end)
    if (end !== undefined && end > passage.start) setPassage({ ...passage, end })
  }
  const pick = () => {
    if (text && passage) void book.anchorOn(text, page, passage).then((anchor) => onPick([anchor]))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnBar = event.target === event.currentTarget
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (event.shiftKey ? resizeBy(1) : moveBy(1)),
      [ON_KEY]: () => (event.shiftKey ? resizeBy(1) : moveBy(1)),
      ArrowUp: () => (event.shiftKey ? resizeBy(-1) : moveBy(-1)),
      [BACK_KEY]: () => (event.shiftKey ? resizeBy(-1) : moveBy(-1)),
      Enter: isOnBar ? pick : undefined,
      Escape: onClose,
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={bar}
      role="group"
      tabIndex={-1}
      aria-label={MARKS.picker}
      className={css.bar}
      data-own-keys
      onKeyDown={onKeyDown}
    >
      <p className="hint">{MARKS.pickerHint}</p>
      <p className={css.passage} aria-live="polite" dir="auto">
        {text !== undefined && !passage ? MARKS.noText : text && passage && text.slice(passage.start, passage.end)}
      </p>
      <div className={css.row}>
        <IconButton label={MARKS.previousSentence} onClick={() => moveBy(-1)}>
          <Icon of={ArrowLeft} pointing />
        </IconButton>
        <IconButton label={MARKS.nextSentence} onClick={() => moveBy(1)}>
          <Icon of={ArrowRight} pointing />
        </IconButton>
        <IconButton label={MARKS.shorter} disabled={!passage} onClick={() => resizeBy(-1)}>
          <Icon of={Minus} />
        </IconButton>
        <IconButton label={MARKS.longer} disabled={!passage} onClick={() => resizeBy(1)}>
          <Icon of={Plus} />
        </IconButton>
        <Button kind="strong" disabled={!passage} onClick={pick}>
          {MARKS.useIt}
        </Button>
        <IconButton label={MARKS.close} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
    </div>
  )
}

/** The text of a page once it is read. */
const usePageText = (book: MarkedText, page: number) =>
  useLoaded(
    page,
    useCallback((of: number) => book.textOf(of), [book]),
  )

const wordEndsOf = (text: string): number[] =>
  segmentsOf(text, 'word').flatMap(({ segment, index, isWordLike }) => (isWordLike ? [index + segment.length] : []))

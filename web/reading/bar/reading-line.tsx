import { hoursAndMinutes } from '#web/language/durations.ts'
import { useEffect, useState } from 'react'
import { READING } from '#web/messages/reading.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { BookView, Chapter } from '#web/reading/format/book-view.ts'
import type { OpenedBook, ViewState } from '#web/reading/format/opened-book.ts'
import { useMinutesPerPage, useOutline } from '#web/reading/format/use-opened.ts'
import css from './reading-line.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** How long a place has to stay the same before screen readers tell it: scrolling passes many. */
const STEADY_MS = 500

interface ReadingLineProps {
  book: OpenedBook | undefined
  view: BookView | undefined
  /** Undefined until the book is open. */
  state: ViewState | undefined
  isRtl: boolean
  /** A screen reader does not talk over the voice. */
  isAloud: boolean
}

/** The line at the foot: a slider along the pages with the chapters on it, where the reader is, and the minutes left. */
export const ReadingLine = ({ book, view, state, isRtl, isAloud }: ReadingLineProps) => {
  const chapters = useOutline(book)?.filter(({ depth }) => depth === 0) ?? []
  const minutesPerPage = useMinutesPerPage(book)
  const page = state?.page ?? 1
  const [dragged, setDragged] = useState<number>()
  const [isDragging, setDragging] = useState(false)
  useEffect(() => setDragged(undefined), [page])
  const at = dragged ?? page
  const count = state?.pages ?? 1
  const index = chapters.findLastIndex((chapter) => chapter.page <= at)
  const chapter = chapters[index]
  const place = placeOf(state, at, book)
  const drop = () => {
    setDragging(false)
    if (isDragging && dragged !== undefined) view?.jumpTo({ page: dragged })
  }
  return (
    <div className={css.line}>
      <div className={css.track} dir={isRtl ? 'rtl' : 'ltr'}>
        <span className={css.read} style={{ width: `${shareOf(at, count) * 100}%` }} />
        {chapters.slice(1).map(({ page: start, title }, i) => (
          <i key={`${i} ${title}`} style={{ insetInlineStart: `${shareOf(start, count) * 100}%` }} />
        ))}
        <input
          type="range"
          min={1}
          max={count}
          value={at}
          disabled={!state}
          aria-label={READING.moveAlong}
          aria-valuetext={[place, chapter?.title].filter(Boolean).join(SIGNS.comma)}
          onPointerDown={() => setDragging(true)}
          onPointerUp={drop}
          onPointerCancel={drop}
          onChange={({ target }) => {
            const to = Number(target.value)
            setDragged(to)
            if (!isDragging) view?.goTo({ page: to })
          }}
        />
      </div>
      {state && (
        <p className={css.place} aria-hidden="true">
          <span className={css.chapter} dir="auto">
            {chapter?.title}
          </span>
          <span>{place}</span>
          {minutesPerPage && (
            <span className={css.left}>{leftText(minutesPerPage, at, chapters[index + 1], count)}</span>
          )}
        </p>
      )}
      <ToldPlace place={isAloud ? '' : placeOf(state, page, book)} />
    </div>
  )
}

const ToldPlace = ({ place }: { place: string }) => {
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(setTold, STEADY_MS, place)
    return () => clearTimeout(timer)
  }, [place])
  return (
    <VisuallyHidden>
      <span role="status">{told}</span>
    </VisuallyHidden>
  )
}

const shareOf = (page: number, pages: number) => (pages > 1 ? (page - 1) / (pages - 1) : 1)

const placeOf = (state: ViewState | undefined, page: number, book: OpenedBook | undefined) => {
  if (!state) return ''
  const name = book ? book.pageName(page) : String(page)
  return name !== String(page) ? READING.namedPageOf(name, page, state.pages) : READING.pageOf(page, state.pages)
}

/** The time to the next chapter, or in the last chapter to the end. */
const leftText = (minutesPerPage: number, page: number, next: Chapter | undefined, pages: number) =>
  next
    ? READING.timeLeftInChapter(hoursAndMinutes(Math.ceil((next.page - page) * minutesPerPage)))
    : READING.timeLeft(hoursAndMinutes(Math.ceil((pages - page + 1) * minutesPerPage)))

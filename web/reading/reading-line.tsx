import { useEffect, useState } from 'react'
import { READING } from '#web/messages/reading.ts'
import { pageName } from './page-name.ts'
import type { Chapter } from './read-outline.ts'
import css from './reading-line.module.css'
import type { Pages, ViewState } from './show-pages.ts'
import { useMinutesPerPage } from './use-minutes-per-page.ts'
import { useOutline } from './use-outline.ts'
import type { PageControls } from './use-viewer.ts'

interface ReadingLineProps {
  pages: Pages | undefined
  /** Undefined until the book is open. */
  view: ViewState | undefined
  controls: PageControls
  isRtl: boolean
}

/** The line at the foot: a slider along the pages with the chapters on it, where the reader is, and the minutes left. */
export const ReadingLine = ({ pages, view, controls, isRtl }: ReadingLineProps) => {
  const chapters = useOutline(pages)?.filter(({ depth }) => depth === 0) ?? []
  const minutesPerPage = useMinutesPerPage(pages)
  const page = view?.page ?? 1
  const [dragged, setDragged] = useState<number>()
  const [isDragging, setDragging] = useState(false)
  useEffect(() => setDragged(undefined), [page])
  const at = dragged ?? page
  const count = view?.pages ?? 1
  const index = chapters.findLastIndex((chapter) => chapter.page <= at)
  const chapter = chapters[index]
  const place = placeOf(view, at, pages)
  const drop = () => {
    setDragging(false)
    if (isDragging && dragged !== undefined) controls.jumpTo(dragged)
  }
  return (
    <div className={css.line}>
      <div className={css.track} dir={isRtl ? 'rtl' : undefined}>
        <span className={css.read} style={{ width: `${shareOf(at, count) * 100}%` }} />
        {chapters.slice(1).map(({ page: start, title }, i) => (
          <i key={`${i} ${title}`} style={{ insetInlineStart: `${shareOf(start, count) * 100}%` }} />
        ))}
        <input
          type="range"
          min={1}
          max={count}
          value={at}
          disabled={!view}
          aria-label={READING.moveAlong}
          aria-valuetext={[place, chapter?.title].filter(Boolean).join(', ')}
          onPointerDown={() => setDragging(true)}
          onPointerUp={drop}
          onPointerCancel={drop}
          onChange={({ target }) => {
            const to = Number(target.value)
            setDragged(to)
            if (!isDragging) controls.goTo(to)
          }}
        />
      </div>
      {view && (
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
    </div>
  )
}

const shareOf = (page: number, pages: number) => (pages > 1 ? (page - 1) / (pages - 1) : 1)

const placeOf = (view: ViewState | undefined, page: number, pages: Pages | undefined) => {
  if (!view) return ''
  const name = pages ? pageName(pages, page) : String(page)
  return name !== String(page) ? READING.namedPageOf(name, page, view.pages) : READING.pageOf(page, view.pages)
}

/** The time to the next chapter, or in the last chapter to the end. */
const leftText = (minutesPerPage: number, page: number, next: Chapter | undefined, pages: number) =>
  next
    ? READING.minutesLeftInChapter(Math.ceil((next.page - page) * minutesPerPage))
    : READING.minutesLeft(Math.ceil((pages - page + 1) * minutesPerPage))

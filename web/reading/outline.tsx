import { useEffect, useRef } from 'react'
import { Loading } from '#web/ui/loading.tsx'
import { READING } from '#web/messages/reading.ts'
import type { Chapter } from '#web/reading/format/book-view.ts'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import css from './outline.module.css'

interface OutlineProps {
  /** Undefined until it is read. */
  outline: Chapter[] | undefined
  book: OpenedBook
  /** Goes to a chapter. */
  onGo: (chapter: Chapter) => void
  page: number
  onNavigate: () => void
}

export const Outline = ({ outline: chapters, book, onGo, page, onNavigate }: OutlineProps) => {
  const currentButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    currentButton.current?.scrollIntoView({ block: 'nearest' })
  }, [chapters])
  if (!chapters) return <Loading text={READING.loadingOutline} />
  const current = chapters.findLastIndex((chapter) => chapter.page <= page)
  return (
    <ol className={css.outline}>
      {chapters.map((chapter, index) => (
        <li key={`${index} ${chapter.title}`}>
          <button
            ref={index === current ? currentButton : undefined}
            type="button"
            aria-current={index === current ? 'location' : undefined}
            style={{ paddingInlineStart: `${1.25 + chapter.depth}rem` }}
            onClick={() => {
              onGo(chapter)
              onNavigate()
            }}
          >
            <span dir="auto">{chapter.title}</span>
            <span className={css.page}>{book.pageName(chapter.page)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
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
  return (
    <div className={css.outline}>
      <ChapterList
        chapters={chapters}
        current={chapters.findLast((chapter) => chapter.page <= page)}
        currentButton={currentButton}
        book={book}
        onGo={(chapter) => {
          onGo(chapter)
          onNavigate()
        }}
      />
    </div>
  )
}

interface ChapterListProps {
  chapters: Chapter[]
  current: Chapter | undefined
  currentButton: RefObject<HTMLButtonElement | null>
  book: OpenedBook
  onGo: (chapter: Chapter) => void
}

/** Chapters in their order, each with a list of those that are deeper. */
const ChapterList = ({ chapters, ...props }: ChapterListProps) => (
  <ol>
    {nest(chapters).map(({ chapter, deeper }, index) => (
      <li key={`${index} ${chapter.title}`}>
        {chapter.destination === undefined ? (
          <span className={css.heading} style={indentOf(chapter)} dir="auto">
            {chapter.title}
          </span>
        ) : (
          <button
            ref={chapter === props.current ? props.currentButton : undefined}
            type="button"
            aria-current={chapter === props.current ? 'location' : undefined}
            style={indentOf(chapter)}
            onClick={() => props.onGo(chapter)}
          >
            <span dir="auto">{chapter.title}</span>
            <span className={css.page}>{props.book.pageName(chapter.page)}</span>
          </button>
        )}
        {deeper.length > 0 && <ChapterList chapters={deeper} {...props} />}
      </li>
    ))}
  </ol>
)

const indentOf = ({ depth }: Chapter) => ({ paddingInlineStart: `${1.25 + depth}rem` })

/** Each chapter with those after it that are deeper. */
const nest = (chapters: Chapter[]) => {
  const nested: { chapter: Chapter; deeper: Chapter[] }[] = []
  for (const chapter of chapters) {
    const last = nested.at(-1)
    if (last && chapter.depth > last.chapter.depth) last.deeper.push(chapter)
    else nested.push({ chapter, deeper: [] })
  }
  return nested
}

import { useEffect, useRef } from 'react'
import { Loading } from '#web/ui/loading.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './outline.module.css'
import { pageName } from './page-name.ts'
import type { Chapter } from './read-outline.ts'
import type { Pages } from './show-pages.ts'

interface OutlineProps {
  /** Undefined until it is read. */
  outline: Chapter[] | undefined
  pages: Pages
  page: number
  onNavigate: () => void
}

export const Outline = ({ outline: chapters, pages, page, onNavigate }: OutlineProps) => {
  const currentButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    currentButton.current?.scrollIntoView({ block: 'nearest' })
  }, [chapters])
  if (!chapters) return <Loading text={READING.loadingOutline} />
  const current = chapters.findLastIndex((chapter) => chapter.page <= page)
  return (
    <ol className={css.outline}>
      {chapters.map(({ title, depth, page: at, destination }, index) => (
        <li key={`${index} ${title}`}>
          <button
            ref={index === current ? currentButton : undefined}
            type="button"
            aria-current={index === current ? 'location' : undefined}
            style={{ paddingInlineStart: `${1.25 + depth}rem` }}
            onClick={() => {
              void pages.links.goToDestination(destination)
              onNavigate()
            }}
          >
            <span dir="auto">{title}</span>
            <span className={css.page}>{pageName(pages, at)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

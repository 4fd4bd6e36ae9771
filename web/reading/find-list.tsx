import { useEffect, useRef, useState } from 'react'
import { READING } from '#web/messages/reading.ts'
import css from './find-list.module.css'
import { type Matches, findMatches, goToMatch } from './find-matches.ts'
import { pageName } from './page-name.ts'
import type { Chapter } from './read-outline.ts'
import type { Pages } from './show-pages.ts'
import { useOutline } from './use-outline.ts'

const OVERLAY = '(max-width: 59.9rem)'

/** The matches of the search with the words around them, by page and chapter; beside the pages or, on narrow screens, over them. */
export const FindList = ({ pages }: { pages: Pages }) => {
  const { matches, total, current } = useMatches(pages)
  const chapters = useOutline(pages) ?? []
  const [isOpen, setOpen] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (matches.length === 0) return null
  if (!isOpen)
    return (
      <button type="button" className={css.opener} onClick={() => setOpen(true)}>
        {READING.allMatches(total)}
      </button>
    )
  return (
    <nav className={css.panel} aria-label={READING.matches} data-own-keys>
      <ol ref={list}>
        {matches.map((match, i) => {
          const { page, before, found, after } = match
          const chapter = chapterOf(chapters, page)
          const isFirst = chapter !== undefined && chapter !== chapterOf(chapters, matches[i - 1]?.page ?? 0)
          return (
            <li key={`${page} ${match.index}`}>
              {isFirst && (
                <p className={css.chapter} dir="auto">
                  {chapter.title}
                </p>
              )}
              <button
                type="button"
                aria-current={current?.page === page && current.index === match.index ? 'location' : undefined}
                onClick={() => {
                  goToMatch(pages, match)
                  if (window.matchMedia(OVERLAY).matches) setOpen(false)
                }}
              >
                <span dir="auto">
                  {before}
                  <mark>{found}</mark>
                  {after}
                </span>
                <span className={css.page}>{pageName(pages, page)}</span>
              </button>
            </li>
          )
        })}
      </ol>
      {total > matches.length && <p className={css.more}>{READING.moreMatches(total - matches.length)}</p>}
    </nav>
  )
}

const chapterOf = (chapters: Chapter[], page: number) => chapters.findLast((chapter) => chapter.page <= page)

const NONE: Matches = { matches: [], total: 0, current: undefined }

const useMatches = (pages: Pages): Matches => {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let isLatest = {}
    const update = async () => {
      const own = (isLatest = {})
      const matches = await findMatches(pages)
      // Counts arrive page by page.
      if (own === isLatest) setFound(matches)
    }
    const onChange = () => void update().catch(() => undefined)
    const events = ['updatefindmatchescount', 'updatefindcontrolstate', 'findbarclose'] as const
    for (const event of events) pages.events.on(event, onChange)
    onChange()
    return () => {
      isLatest = {}
      for (const event of events) pages.events.off(event, onChange)
    }
  }, [pages])
  return found
}

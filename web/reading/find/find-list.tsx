import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './find-list.module.css'
import type { BookSearch, Matches } from '#web/reading/format/book-search.ts'
import type { Chapter } from '#web/reading/format/book-view.ts'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import { useOutline } from '#web/reading/format/use-opened.ts'

const OVERLAY = '(max-width: 59.9rem)'

interface FindListProps {
  search: BookSearch
  book: OpenedBook
  /** The match that was pressed is shown, and gone from the list. */
  onHide: () => void
}

/** The matches of the search with the words around them, by page and chapter; beside the pages or, on narrow screens, over them. */
export const FindList = ({ search, book, onHide }: FindListProps) => {
  const { matches, total, current } = useMatches(search)
  const chapters = useOutline(book) ?? []
  const [isOpen, setOpen] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  const isOpenedAgain = useRef(false)
  useEffect(() => {
    // The button that was pressed is gone.
    const buttonOf = (selector: string) => list.current?.querySelector<HTMLElement>(selector)
    if (isOpenedAgain.current) (buttonOf('[aria-current]') ?? buttonOf('button'))?.focus()
  }, [isOpen])
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (matches.length === 0) return null
  if (!isOpen)
    return (
      <Button
        className={css.opener}
        onClick={() => {
          isOpenedAgain.current = true
          setOpen(true)
        }}
      >
        {READING.allMatches(total)}
      </Button>
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
                  search.goToMatch(match)
                  if (!window.matchMedia(OVERLAY).matches) return
                  setOpen(false)
                  onHide()
                }}
              >
                <span dir="auto">
                  {before}
                  <mark>{found}</mark>
                  {after}
                </span>
                <span className={css.page}>{book.pageName(page)}</span>
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

const useMatches = (search: BookSearch): Matches => {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let isLatest = {}
    const update = async () => {
      const own = (isLatest = {})
      const matches = await search.matches()
      // Counts arrive page by page.
      if (own === isLatest) setFound(matches)
    }
    const onChange = () => void update().catch(() => undefined)
    const unfollow = search.follow(onChange)
    onChange()
    return () => {
      isLatest = {}
      unfollow()
    }
  }, [search])
  return found
}

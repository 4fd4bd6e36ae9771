import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { PlacedCommentsProps } from '#web/comments/placed-comments.tsx'
import type { MarkListProps } from '#web/marks/mark-list.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { openedPart } from '#web/ui/opened-part.tsx'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { READING } from '#web/messages/reading.ts'
import css from './drawer.module.css'
import type { BookView } from '#web/reading/format/book-view.ts'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import { useOutline } from '#web/reading/format/use-opened.ts'
import { Thumbnails } from '#web/reading/pages/thumbnails.tsx'
import { Outline } from './outline.tsx'

const PlacedComments = openedPart(async () => (await import('#web/comments/placed-comments.tsx')).PlacedComments)
const MarkList = openedPart(async () => (await import('#web/marks/mark-list.tsx')).MarkList)

interface DrawerProps {
  book: OpenedBook | undefined
  /** What goes to a chapter or a page. */
  view: BookView | undefined
  page: number
  /** The reader's marks; undefined for a visitor, and until they are loaded. */
  marks: Pick<MarkListProps, 'owner' | 'book' | 'show' | 'pick'> | undefined
  /** Where the comments on passages are; undefined for a book that is not published. */
  comments: { book: PlacedCommentsProps['book']; bookPath: string } | undefined
  onClose: () => void
  /** Called after the reader has chosen a page. */
  onNavigate: () => void
}

/** The outline, the thumbnails or the reader's marks, beside the pages or, on narrow screens, over them. */
export const Drawer = ({ book, view, page, marks, comments, onClose, onNavigate }: DrawerProps) => {
  const outline = useOutline(book)
  const hasOutline = outline?.length !== 0
  const hasThumbnails = !book || book.drawPage !== undefined
  const [chosen, setTab] = useState<'outline' | 'thumbnails' | 'marks' | 'comments'>('outline')
  const tab = chosen === 'outline' && !hasOutline ? (hasThumbnails ? 'thumbnails' : 'marks') : chosen
  const tabs = [
    ...(hasOutline ? ([['outline', READING.outline]] as const) : []),
    ...(hasThumbnails ? ([['thumbnails', READING.thumbnails]] as const) : []),
    ...(marks ? ([['marks', READING.marks]] as const) : []),
    ...(comments ? ([['comments', PLACED_COMMENTS.tab]] as const) : []),
  ]
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (outline) nav.current?.querySelector('button')?.focus()
  }, [outline])
  return (
    <>
      <div className={css.veil} aria-hidden="true" onClick={onClose} />
      <nav
        ref={nav}
        className={css.drawer}
        aria-label={READING.contents}
        data-own-keys
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose()
        }}
      >
        <div className={css.head}>
          {tabs.map(([name, text]) => (
            <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
              {text}
            </button>
          ))}
          <IconButton label={READING.closeContents} className={css.close} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
        {book && view && tab === 'outline' && (
          <Outline outline={outline} book={book} onGo={view.goToChapter} page={page} onNavigate={onNavigate} />
        )}
        {book?.drawPage && view && tab === 'thumbnails' && (
          <Thumbnails book={book} draw={book.drawPage} view={view} page={page} onNavigate={onNavigate} />
        )}
        {book && marks && tab === 'marks' && (
          <MarkList {...marks} text={book.marks} chapters={outline ?? []} onNavigate={onNavigate} onClose={onClose} />
        )}
        {view && comments && tab === 'comments' && (
          <PlacedComments
            {...comments}
            onClose={onClose}
            onGo={(place) => {
              onNavigate()
              view.jumpTo(place)
              void view.search?.show(place)
            }}
          />
        )}
      </nav>
    </>
  )
}

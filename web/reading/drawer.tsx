import { X } from 'lucide'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { MarkListProps } from '#web/marks/mark-list.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './drawer.module.css'
import { Outline } from './outline.tsx'
import { useOutline } from './use-outline.ts'
import type { Pages } from './show-pages.ts'
import { Thumbnails } from './thumbnails.tsx'

const MarkList = lazy(async () => ({ default: (await import('#web/marks/mark-list.tsx')).MarkList }))

interface DrawerProps {
  pages: Pages | undefined
  page: number
  /** The reader's marks; undefined for a visitor, and until they are loaded. */
  marks: Pick<MarkListProps, 'owner' | 'book' | 'show' | 'pick'> | undefined
  onClose: () => void
  /** Called after the reader has chosen a page. */
  onNavigate: () => void
}

/** The outline, the thumbnails or the reader's marks, beside the pages or, on narrow screens, over them. */
export const Drawer = ({ pages, page, marks, onClose, onNavigate }: DrawerProps) => {
  const outline = useOutline(pages)
  const hasOutline = outline?.length !== 0
  const [chosen, setTab] = useState<'outline' | 'thumbnails' | 'marks'>('outline')
  const tab = chosen === 'outline' && !hasOutline ? 'thumbnails' : chosen
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
          if (event.key === 'Escape') onClose()
        }}
      >
        <div className={css.head}>
          {hasOutline && (
            <button type="button" aria-pressed={tab === 'outline'} onClick={() => setTab('outline')}>
              {READING.outline}
            </button>
          )}
          <button type="button" aria-pressed={tab === 'thumbnails'} onClick={() => setTab('thumbnails')}>
            {READING.thumbnails}
          </button>
          {marks && (
            <button type="button" aria-pressed={tab === 'marks'} onClick={() => setTab('marks')}>
              {READING.marks}
            </button>
          )}
          <IconButton label={READING.closeContents} className={css.close} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
        {pages && tab === 'outline' && <Outline outline={outline} pages={pages} page={page} onNavigate={onNavigate} />}
        {pages && tab === 'thumbnails' && <Thumbnails pages={pages} page={page} onNavigate={onNavigate} />}
        {pages && marks && tab === 'marks' && (
          <Suspense>
            <MarkList {...marks} pages={pages} chapters={outline ?? []} onNavigate={onNavigate} />
          </Suspense>
        )}
      </nav>
    </>
  )
}

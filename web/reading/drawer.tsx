import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './drawer.module.css'
import { Outline } from './outline.tsx'
import { useOutline } from './use-outline.ts'
import type { Pages } from './show-pages.ts'
import { Thumbnails } from './thumbnails.tsx'

interface DrawerProps {
  pages: Pages | undefined
  page: number
  onClose: () => void
  /** Called after the reader has chosen a page. */
  onNavigate: () => void
}

/** The outline, or the thumbnails if there is none or they are chosen, beside the pages or, on narrow screens, over them. */
export const Drawer = ({ pages, page, onClose, onNavigate }: DrawerProps) => {
  const outline = useOutline(pages)
  const hasOutline = outline?.length !== 0
  const [chosen, setTab] = useState<'outline' | 'thumbnails'>('outline')
  const tab = hasOutline ? chosen : 'thumbnails'
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
          <IconButton label={READING.closeContents} className={css.close} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
        {pages && tab === 'outline' && <Outline outline={outline} pages={pages} page={page} onNavigate={onNavigate} />}
        {pages && tab === 'thumbnails' && <Thumbnails pages={pages} page={page} onNavigate={onNavigate} />}
      </nav>
    </>
  )
}

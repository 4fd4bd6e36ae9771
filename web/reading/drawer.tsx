import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './drawer.module.css'
import { Outline } from './outline.tsx'
import type { Pages } from './show-pages.ts'
import { Thumbnails } from './thumbnails.tsx'

interface DrawerProps {
  pages: Pages | undefined
  page: number
  onClose: () => void
  /** Somebody has gone to a place of it. */
  onGone: () => void
}

/** Beside the pages where there is room, else over them: the outline, or all pages in small. */
export const Drawer = ({ pages, page, onClose, onGone }: DrawerProps) => {
  const [shows, setShows] = useState<'outline' | 'thumbnails'>('outline')
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('button')?.focus()
  }, [])
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
          <button type="button" aria-pressed={shows === 'outline'} onClick={() => setShows('outline')}>
            {READING.outline}
          </button>
          <button type="button" aria-pressed={shows === 'thumbnails'} onClick={() => setShows('thumbnails')}>
            {READING.thumbnails}
          </button>
          <IconButton label={READING.closeContents} className={css.close} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
        {pages && shows === 'outline' && <Outline pages={pages} page={page} onGone={onGone} />}
        {pages && shows === 'thumbnails' && <Thumbnails pages={pages} page={page} onGone={onGone} />}
      </nav>
    </>
  )
}

import { useEffect, useRef } from 'react'
import { READING } from '#web/messages/reading.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import css from './thumbnails.module.css'

interface ThumbnailsProps {
  book: OpenedBook
  draw: NonNullable<OpenedBook['drawPage']>
  view: BookView
  page: number
  onNavigate: () => void
}

/** Thumbnails of all pages, each drawn when it is about to be scrolled into view. */
export const Thumbnails = ({ book, draw, view, page, onNavigate }: ThumbnailsProps) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!list.current) return
    list.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    return drawWhenVisible(list.current, draw)
  }, [draw])
  return (
    <ol ref={list} className={css.thumbnails}>
      {Array.from({ length: book.pageCount }, (_, index) => index + 1).map((number) => (
        <li key={number}>
          <button
            type="button"
            aria-label={READING.pageNumber(number)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => {
              view.jumpTo({ page: number })
              onNavigate()
            }}
          >
            <canvas data-page={number} aria-hidden="true" />
            <span>{book.pageName(number)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const WIDTH = 224

/** Draws one thumbnail at a time, so that the page in the viewer has priority. Those that are out of sight again are freed. */
const drawWhenVisible = (list: HTMLElement, drawPage: ThumbnailsProps['draw']) => {
  let queue = Promise.resolve()
  let drawing: HTMLCanvasElement | undefined
  const visible = new Set<HTMLCanvasElement>()
  const free = (canvas: HTMLCanvasElement) => {
    if (canvas !== drawing && !visible.has(canvas)) canvas.width = 0
  }
  const draw = async (canvas: HTMLCanvasElement) => {
    if (!visible.has(canvas)) return
    drawing = canvas
    await drawPage(canvas, Number(canvas.dataset.page), WIDTH).finally(() => (drawing = undefined))
    free(canvas)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const canvas = target as HTMLCanvasElement
        if (!isIntersecting) {
          visible.delete(canvas)
          free(canvas)
          continue
        }
        visible.add(canvas)
        // A page that cannot be drawn stays blank.
        queue = queue.then(() => draw(canvas)).catch(() => undefined)
      }
    },
    { root: list, rootMargin: '50% 0px' },
  )
  for (const canvas of list.querySelectorAll('canvas')) observer.observe(canvas)
  return () => {
    visible.clear()
    observer.disconnect()
  }
}

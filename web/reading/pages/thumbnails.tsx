import { useEffect, useRef } from 'react'
import { READING } from '#web/messages/reading.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import type { OpenPages } from './open-pdf.ts'
import css from './thumbnails.module.css'

interface ThumbnailsProps {
  pages: OpenPages
  view: BookView
  page: number
  onNavigate: () => void
}

/** Thumbnails of all pages, each drawn when it is about to be scrolled into view. */
export const Thumbnails = ({ pages, view, page, onNavigate }: ThumbnailsProps) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!list.current) return
    list.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    return drawWhenVisible(list.current, pages)
  }, [pages])
  return (
    <ol ref={list} className={css.thumbnails}>
      {Array.from({ length: pages.pdf.numPages }, (_, index) => index + 1).map((number) => (
        <li key={number}>
          <button
            type="button"
            aria-label={`${READING.page} ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => {
              view.jumpTo({ page: number })
              onNavigate()
            }}
          >
            <canvas data-page={number} aria-hidden="true" />
            <span>{pages.pageName(number)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const WIDTH = 224

/** Draws one thumbnail at a time, so that the page in the viewer has priority. */
const drawWhenVisible = (list: HTMLElement, { pdf }: OpenPages) => {
  let queue = Promise.resolve()
  let isUnmounted = false
  const draw = async (canvas: HTMLCanvasElement) => {
    if (isUnmounted || !canvas.isConnected) return
    const page = await pdf.getPage(Number(canvas.dataset.page))
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`
    // While the viewer draws this page too, pdf.js frees it after that.
    await page.render({ canvas, viewport }).promise.finally(() => page.cleanup())
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        // A page that cannot be drawn stays blank.
        queue = queue.then(() => draw(target as HTMLCanvasElement)).catch(() => undefined)
      }
    },
    { root: list, rootMargin: '50% 0px' },
  )
  for (const canvas of list.querySelectorAll('canvas')) observer.observe(canvas)
  return () => {
    isUnmounted = true
    observer.disconnect()
  }
}

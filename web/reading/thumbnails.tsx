import { useEffect, useRef } from 'react'
import { READING } from '#web/messages/reading.ts'
import type { Pages } from './show-pages.ts'
import css from './thumbnails.module.css'

interface ThumbnailsProps {
  pages: Pages
  page: number
  onGone: () => void
}

/** Every page in small; one is drawn when it comes near. */
export const Thumbnails = ({ pages, page, onGone }: ThumbnailsProps) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!list.current) return
    list.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    return drawWhenNear(list.current, pages)
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
              pages.links.goToPage(number)
              onGone()
            }}
          >
            <canvas data-page={number} aria-hidden="true" />
            <span>{number}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const WIDTH = 224

/** One after another, so that the page that is being read comes first. */
const drawWhenNear = (list: HTMLElement, { pdf }: Pages) => {
  let drawing = Promise.resolve()
  let isGone = false
  const draw = async (canvas: HTMLCanvasElement) => {
    if (isGone || !canvas.isConnected) return
    const page = await pdf.getPage(Number(canvas.dataset.page))
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`
    await page.render({ canvas, viewport }).promise
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        // A page that can't be drawn stays blank, and keeps its number.
        drawing = drawing.then(() => draw(target as HTMLCanvasElement)).catch(() => undefined)
      }
    },
    { root: list, rootMargin: '50% 0px' },
  )
  for (const canvas of list.querySelectorAll('canvas')) near.observe(canvas)
  return () => {
    isGone = true
    near.disconnect()
  }
}

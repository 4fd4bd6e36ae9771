import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { coverGenre } from '#contract/shapes/genres.ts'
import { drawCover } from '#covers/draw-cover.ts'
import { drawBoard, placeOnBoard } from '#covers/mount-page.ts'
import { trustedHtml } from '#web/document/trusted-types.ts'
import '#web/fonts/narrow.css'
import { PREVIEW } from '#web/messages/publishing.ts'
import css from './drawn-cover.module.css'
import type { FirstPage } from './use-book-file.ts'

interface DrawnCoverProps {
  title: string
  author: string
  genre: string
  /** Which cover of the series. */
  seed: number
}

/** The series cover for the typed title, author and genre. */
export const DrawnCover = ({ title, author, genre, seed }: DrawnCoverProps) => {
  const drawing = useMemo(
    () => drawCover({ title: title || PREVIEW.untitled, author, genre: coverGenre(genre), seed }),
    [title, author, genre, seed],
  )
  return <Drawing svg={drawing} />
}

/** The PDF's first page as the cover: on a board, if a crop would spoil it. */
export const PageCover = ({ page: { url, mounted }, genre }: { page: FirstPage; genre: string }) => {
  const board = useMemo(() => mounted && drawBoard(coverGenre(genre), mounted), [genre, mounted])
  if (!mounted || !board) return <ImageCover src={url} />
  const { x, y, width, height } = placeOnBoard(mounted)
  const place = { left: x / 2, top: y / 3, width: width / 2, height: height / 3 }
  const style = Object.fromEntries(Object.entries(place).map(([name, share]) => [name, `${share}%`]))
  return (
    <Drawing svg={board}>
      <img className={css.page} style={style} src={url} alt="" />
    </Drawing>
  )
}

/** The cover that a book has already: without a picture while the book is hidden, when its file is not served. */
export interface StoredCover {
  src: string | undefined
  color?: string
}

/** An image as the cover, or its colour alone. */
export const ImageCover = ({ src, color }: StoredCover) => (
  <span className={css.cover} style={{ backgroundColor: color }}>
    {src && <img className={css.whole} src={src} alt="" />}
  </span>
)

const Drawing = ({ svg, children }: { svg: string; children?: ReactNode }) => {
  const container = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(trustedHtml(svg), 'image/svg+xml')
    documentElement.setAttribute('aria-hidden', 'true')
    documentElement.setAttribute('focusable', 'false')
    container.current?.replaceChildren(document.importNode(documentElement, true))
  }, [svg])
  return (
    <span className={css.cover}>
      {/* The drawing places its lines itself. */}
      <span className={css.whole} dir="ltr" ref={container} />
      {children}
    </span>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import { GENRES } from '#contract/genres.ts'
import { drawCover } from '#covers/draw-cover.ts'
import { trustedHtml } from '#web/document/trusted-types.ts'
import '#web/fonts/narrow.css'
import { PREVIEW } from '#web/messages/publishing.ts'
import css from './drawn-cover.module.css'

type Genre = (typeof GENRES)[number]

interface DrawnCoverProps {
  title: string
  author: string
  genre: string
}

/** The series cover for the typed title, author and genre. */
export const DrawnCover = ({ title, author, genre }: DrawnCoverProps) => {
  const container = useRef<HTMLSpanElement>(null)
  const known = GENRES.find((name) => name === genre) ?? ('Other' satisfies Genre)
  const drawing = useMemo(
    () => drawCover({ title: title || PREVIEW.untitled, author, genre: known }),
    [title, author, known],
  )
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(trustedHtml(drawing), 'image/svg+xml')
    documentElement.setAttribute('aria-hidden', 'true')
    documentElement.setAttribute('focusable', 'false')
    container.current?.replaceChildren(document.importNode(documentElement, true))
  }, [drawing])
  return <span className={css.cover} ref={container} />
}

/** An image as the cover. */
export const ImageCover = ({ src }: { src: string }) => (
  <span className={css.cover}>
    <img src={src} alt="" />
  </span>
)

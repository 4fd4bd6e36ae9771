import { useEffect, useMemo, useRef } from 'react'
import { GENRES } from '#contract/genres.ts'
import { drawCover } from '#covers/draw-cover.ts'
import { trustedMarkup } from '#web/document/trusted.ts'
import '#web/fonts/narrow.css'
import { PREVIEW } from '#web/messages/publishing.ts'
import css from './drawn-cover.module.css'

type Genre = (typeof GENRES)[number]

interface DrawnCoverProps {
  title: string
  author: string
  genre: string
}

/** The cover of our series for what is typed so far. */
export const DrawnCover = ({ title, author, genre }: DrawnCoverProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const known = GENRES.find((name) => name === genre) ?? ('Other' satisfies Genre)
  const drawing = useMemo(
    () => drawCover({ title: title || PREVIEW.untitled, author, genre: known }),
    [title, author, known],
  )
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(trustedMarkup(drawing), 'image/svg+xml')
    documentElement.setAttribute('aria-hidden', 'true')
    documentElement.setAttribute('focusable', 'false')
    place.current?.replaceChildren(document.importNode(documentElement, true))
  }, [drawing])
  return <span className={css.cover} ref={place} />
}

/** A picture in the place of a cover. */
export const ImageCover = ({ src }: { src: string }) => (
  <span className={css.cover}>
    <img src={src} alt="" />
  </span>
)

import { useEffect, useMemo, useRef } from 'react'
import { GENRES } from '#contract/genres.ts'
import { drawCover } from '#covers/draw-cover.ts'
import { trustedHtml } from '#web/document/trusted-types.ts'
import '#web/fonts/narrow.css'
import { PREVIEW } from '#web/messages/publishing.ts'
import css from './live-cover.module.css'

type Genre = (typeof GENRES)[number]

interface LiveCoverProps {
  title: string
  author: string
  genre: string
}

/** The cover of our series for what is typed so far. */
export const LiveCover = ({ title, author, genre }: LiveCoverProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const known = GENRES.find((name) => name === genre) ?? ('Other' satisfies Genre)
  const drawing = useMemo(
    () => drawCover({ title: title || PREVIEW.untitled, author, genre: known }),
    [title, author, known],
  )
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(trustedHtml(drawing), 'image/svg+xml')
    documentElement.setAttribute('aria-hidden', 'true')
    documentElement.setAttribute('focusable', 'false')
    place.current?.replaceChildren(document.importNode(documentElement, true))
  }, [drawing])
  return <span className={css.cover} ref={place} />
}

/** A picture in the place of a cover. */
export const PictureCover = ({ src }: { src: string }) => (
  <span className={css.cover}>
    <img src={src} alt="" />
  </span>
)

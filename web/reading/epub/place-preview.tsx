import { useLayoutEffect, useRef, useState } from 'react'
import { READING } from '#web/messages/reading.ts'
import css from './epub-layer.module.css'
import type { PointedLink } from './use-pointed-link.ts'

const GAP = 8

/** The first words where a link leads, beside the link. */
export const PlacePreview = ({ link: { words, page, box } }: { link: PointedLink }) => {
  const popover = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = popover.current ?? { offsetWidth: 0, offsetHeight: 0 }
    const below = box.bottom + GAP
    setPlace({
      left: Math.max(Math.min(box.left, window.innerWidth - width - GAP), GAP),
      top: below + height > window.innerHeight ? Math.max(box.top - GAP - height, GAP) : below,
    })
  }, [box])
  return (
    <div ref={popover} className={css.place} style={place} role="tooltip" aria-label={READING.preview}>
      {words && (
        <p className={css.words} dir="auto">
          {words}
        </p>
      )}
      <p>{READING.linkTo(page)}</p>
    </div>
  )
}

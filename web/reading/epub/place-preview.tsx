import { READING } from '#web/messages/reading.ts'
import { usePlaceBeside } from '#web/ui/use-place-beside.ts'
import css from './epub-layer.module.css'
import type { PointedLink } from './use-pointed-link.ts'

/** The first words where a link leads, beside the link. */
export const PlacePreview = ({ link: { words, page, box } }: { link: PointedLink }) => {
  const { popover, place } = usePlaceBeside(box)
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

import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import type { MarkedText } from './marked-text.ts'

const GAP = 10

interface PlaceOptions {
  /** The mark; undefined for selected text. */
  id: string | undefined
  /** The mark is scrolled into view once it is drawn. */
  isShown: boolean
}

/** The place of the popover: below the selected text or the mark, above it if there is no room, and with it when it scrolls. */
export const usePlaceBesideMark = (
  ref: RefObject<HTMLElement | null>,
  text: MarkedText,
  { id, isShown }: PlaceOptions,
): CSSProperties => {
  const [place, setPlace] = useState({ x: 0, y: 0 })
  useLayoutEffect(() => {
    const { container } = text
    const update = () => {
      const popover = ref.current
      if (!popover) return
      const room = container.getBoundingClientRect()
      const box = text.boxOf(id)
      const { width, height } = popover.getBoundingClientRect()
      const [left, top, bottom] = box
        ? [(box.left + box.right) / 2 - width / 2, box.top, box.bottom]
        : [room.left + (room.width - width) / 2, room.top, room.top]
      const below = bottom + GAP
      const y = below + height < room.bottom ? below : top - GAP - height
      setPlace({
        x: within(left - room.left, room.width - width),
        y: within(y - room.top, room.height - height),
      })
    }
    let isAwaited = isShown && id !== undefined
    const show = () => {
      if (isAwaited && id) isAwaited = !text.show(id)
      update()
    }
    show()
    const unfollow = text.followBoxes(show)
    const observer = new ResizeObserver(update)
    if (ref.current) observer.observe(ref.current)
    observer.observe(container)
    return () => {
      unfollow()
      observer.disconnect()
    }
  }, [ref, text, id, isShown])
  return { '--x': `${place.x}px`, '--y': `${place.y}px` } as CSSProperties
}

const within = (value: number, max: number) => Math.max(0, Math.min(value, max))

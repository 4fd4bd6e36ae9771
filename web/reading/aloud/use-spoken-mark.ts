import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { BookView, SpokenInFrame } from '#web/reading/format/book-view.ts'
import type { Spoken } from './speaker.ts'
import { bandOf } from './spoken-place.ts'
import type { SpokenText } from './spoken-text.ts'

/** Its colours are in read-aloud.module.css. */
const HIGHLIGHT = 'spoken'
/** The share of the window above the sentence that is scrolled to. */
const ABOVE = 0.2

interface SpokenMarkOptions {
  at: Spoken | undefined
  /** The panel, which lies over the text on touch screens. */
  panel: RefObject<HTMLElement | null>
  goTo: BookView['goTo']
}

/**
 * Marks what is spoken, and turns the page to it: unless the reader has gone elsewhere meanwhile, whom only `follow`
 * brings back.
 */
export const useSpokenMark = (text: SpokenText, { at, panel, goTo }: SpokenMarkOptions) => {
  const marked = useRef<Range>(undefined)
  const isWanted = useRef(true)
  const spoken = useRef<Spoken>(undefined)
  const markInFrame = useCallback((frame: SpokenInFrame, now: Spoken) => {
    const last = spoken.current
    spoken.current = now
    const isFollowed = isWanted.current || (last !== undefined && frame.isOnScreen(last.page, last.part))
    isWanted.current = false
    frame.mark(now.page, now.part, isFollowed)
  }, [])
  useEffect(() => {
    if (!at) return
    if (text.inFrame) return markInFrame(text.inFrame, at)
    const { container } = text
    let isFollowed = isWanted.current || isOnScreen(marked.current, container)
    isWanted.current = false
    const mark = () => {
      const range = text.rangeOf(at.page, at.part)
      marked.current = range
      paint(range)
      if (!range || !isFollowed) return
      isFollowed = false
      scrollTo(range, container, panel.current)
    }
    mark()
    // Its page is drawn later, or anew.
    const drawn = new MutationObserver(() => marked.current?.startContainer.isConnected || mark())
    drawn.observe(container, { childList: true, subtree: true })
    if (isFollowed) goTo(at)
    return () => drawn.disconnect()
  }, [text, at, panel, goTo, markInFrame])
  useEffect(
    () => () => {
      paint(undefined)
      text.inFrame?.mark(1, undefined, false)
    },
    [text],
  )
  return {
    /** The next sentence that is spoken is shown in any case. */
    follow: () => {
      isWanted.current = true
    },
  }
}

const paint = (range: Range | undefined) => {
  // Older browsers speak without a mark.
  if (!('highlights' in CSS)) return
  if (range) CSS.highlights.set(HIGHLIGHT, new Highlight(range))
  else CSS.highlights.delete(HIGHLIGHT)
}

const isOnScreen = (range: Range | undefined, container: HTMLElement) => {
  if (!range?.startContainer.isConnected) return false
  const { top, bottom, width } = range.getBoundingClientRect()
  const band = bandOf(container)
  return width > 0 && bottom > band.top && top < band.bottom
}

const scrollTo = (range: Range, container: HTMLElement, panel: HTMLElement | null) => {
  const box = range.getBoundingClientRect()
  const band = bandOf(container, panel)
  const isInside = box.top >= band.top && box.bottom <= band.bottom
  const isBeside = box.left < band.left || box.right > band.right
  container.scrollBy({
    top: isInside ? 0 : box.top - band.top - (band.bottom - band.top) * ABOVE,
    left: isBeside ? box.left - band.left : 0,
  })
}

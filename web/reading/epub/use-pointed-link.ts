import { useCallback, useEffect, useState } from 'react'
import { firstWords } from './first-words.ts'
import type { FromFrame } from './frame-messages.ts'
import type { OpenEpub } from './open-epub.ts'

/** A link to a place in the book, before it is followed. */
export interface PointedLink {
  /** The first words there; empty where there is none, such as a page with an image. */
  words: string
  /** The name of the page there. */
  page: string
  /** The link on screen. */
  box: DOMRect
  /** By a finger, which is shown a way to follow it. */
  isTouch: boolean
  follow: () => void
}

type Pointed = Extract<FromFrame, { kind: 'pointed' }>

/** What the reader does next. */
const HIDING = new Set(['unpointed', 'press', 'moved', 'swipe', 'link'])

/** The link that the pointer or the focus is on, or that was pressed for long. */
export const usePointedLink = ({ reader, map, edition, pageName }: OpenEpub) => {
  const [pointed, setPointed] = useState<PointedLink>()
  const close = useCallback(() => setPointed(undefined), [])
  useEffect(() => {
    let latest: Pointed | undefined
    const show = async (link: Pointed) => {
      latest = link
      const destination = map.destinationOfLink(link.to)
      if (!destination) return
      const { words, position } = firstWords(await edition.chapter(destination.chapter), destination.to.id)
      const frame = reader.boxOf(link.number)
      if (latest !== link || !frame) return
      const { left, top, width, height } = link.box
      setPointed({
        words,
        page: pageName(map.pageAt(destination.chapter, position)),
        isTouch: link.isTouch,
        box: new DOMRect(frame.left + left, frame.top + top, width, height),
        follow: () => void reader.jump(destination).catch(() => undefined),
      })
    }
    const unfollow = reader.follow((event) => {
      // A chapter that can't be read has no words to show.
      if (event.kind === 'pointed') return void show(event).catch(() => undefined)
      if (!HIDING.has(event.kind) && !(event.kind === 'key' && event.key === 'Escape')) return
      latest = undefined
      // What was pressed for long stays until something else is touched: its button takes the focus from the link.
      setPointed((now) => (event.kind === 'unpointed' && now?.isTouch ? now : undefined))
    })
    return () => {
      latest = undefined
      unfollow()
    }
  }, [reader, map, edition, pageName])
  return { pointed, close }
}

import type { FromFrame } from '#web/reading/epub/frame-messages.ts'
import { isNoteLink } from './find-note.ts'
import { boxOf } from './listen.ts'

/** The pointer only passes over a link that it leaves sooner. */
const HOVER_MS = 250
/** Sooner than a browser opens a menu. */
const LONG_PRESS_MS = 400
const STILL_PX = 10

interface PointOptions {
  send: (message: FromFrame) => void
  /** The number of the chapter on show. */
  chapter: () => number | undefined
}

/** A link to a place in the book. Notes are shown by following them. */
const linkAt = (target: EventTarget | null): Element | undefined => {
  const link = target instanceof Element ? target.closest('a[data-book-to]') : null
  return link && !isNoteLink(link) ? link : undefined
}

/** Tells the reader which link the pointer or the focus is on, and which one is pressed for long. */
export const pointAtLinks = ({ send, chapter }: PointOptions) => {
  let timer = 0
  let pointed: Element | undefined
  const point = (link: Element, isTouch: boolean) => {
    const number = chapter()
    if (number === undefined) return
    pointed = link
    const to = link.getAttribute('data-book-to') ?? ''
    send({ kind: 'pointed', number, to, isTouch, box: boxOf(link.getBoundingClientRect()) })
  }
  const pointIn = (ms: number, link: Element, isTouch: boolean) => {
    clearTimeout(timer)
    timer = setTimeout(() => point(link, isTouch), ms) as unknown as number
  }
  const leave = () => {
    clearTimeout(timer)
    if (!pointed) return
    pointed = undefined
    send({ kind: 'unpointed' })
  }
  listenToPointer(pointIn, leave)
  listenToLongPresses(pointIn, () => clearTimeout(timer))
  addEventListener('focusin', ({ target }) => {
    const link = linkAt(target)
    if (link?.matches(':focus-visible')) point(link, false)
  })
}

type PointIn = (ms: number, link: Element, isTouch: boolean) => void

const listenToPointer = (pointIn: PointIn, leave: () => void) => {
  addEventListener('pointerover', ({ target, relatedTarget, pointerType }) => {
    const link = linkAt(target)
    if (pointerType === 'touch' || link === linkAt(relatedTarget)) return
    leave()
    if (link) pointIn(HOVER_MS, link, false)
  })
  addEventListener('focusout', leave)
  addEventListener('scroll', leave, { passive: true })
  document.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && leave())
}

/** A long press shows where a link leads, and does not follow it. */
const listenToLongPresses = (pointIn: PointIn, stop: () => void) => {
  let press: { x: number; y: number; time: number } | undefined
  addEventListener('pointerdown', ({ target, pointerType, clientX: x, clientY: y, timeStamp: time }) => {
    const link = linkAt(target)
    press = link && pointerType === 'touch' ? { x, y, time } : undefined
    if (link && press) pointIn(LONG_PRESS_MS, link, true)
  })
  addEventListener('pointermove', ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL_PX) stop()
  })
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => press && stop())
  const onMenu = (event: Event) => press && event.preventDefault()
  addEventListener('contextmenu', onMenu)
  const onClick = (event: MouseEvent) => {
    const isLong = press !== undefined && event.timeStamp - press.time >= LONG_PRESS_MS
    press = undefined
    // A click by a key has no detail.
    if (!isLong || event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Before the link is followed.
  addEventListener('click', onClick, true)
}

import type { FrameBox, FromFrame } from '#web/reading/epub/frame-messages.ts'
import { latinKey } from '#web/reading/format/latin-key.ts'
import { turnOnceInGesture } from '#web/reading/format/wheel-turns.ts'
import { isNoteLink } from './find-note.ts'
import type { PaintedMarks } from './paint.ts'
import { keyMovesBox, movesBox } from './scrolled-box.ts'

interface ListenOptions {
  send: (message: FromFrame) => void
  marks: PaintedMarks
  /** Screens, which are turned; or text, which is scrolled. */
  isPaged: () => boolean
  turn: (by: 1 | -1) => void
  /** A wheel or a finger goes on, perhaps where the chapter ends: says whether it does. */
  overscroll: (by: 1 | -1) => boolean
  /** A wheel was turned by so many pixels, up or down, in text that is scrolled. */
  onWheel: (pixels: number) => void
  onSelection: () => void
}

const LINE_PX = 16
const SETTLE_MS = 300
const SWIPE_MS = 700
const SWIPE_PX = 45
/** A swipe is this many times as wide as it is high. */
const SWIPE_SLOPE = 1.8
const IMAGE_PX = 96
/** Keys with a meaning of their own in the browser, which the reader replaces. */
const TAKEN = /^(?: |Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/
const ACTIVE = 'audio, video, summary, details, input, select, textarea, button'

export const boxOf = ({ left, top, width, height }: DOMRect): FrameBox => ({ left, top, width, height })

const linkAt = (target: Element | null) => target?.closest('a[data-book-to], a[data-book-out], a[href]')

/** Tells the reader what fingers, pointers and keys do in the book. */
export const listen = (options: ListenOptions) => {
  const { send } = options
  listenToPresses(options)
  listenToSelection(options)
  listenToTouches(options)
  const turnOnce = turnOnceInGesture()
  const onWheel = (event: WheelEvent) => {
    const { deltaY, deltaX, deltaMode, ctrlKey, metaKey, timeStamp } = event
    const delta = Math.abs(deltaY) >= Math.abs(deltaX) ? deltaY : deltaX
    if (ctrlKey || metaKey || !delta || movesBox(event.target, deltaX, deltaY)) return
    // What is behind the book must not scroll along.
    if (options.isPaged()) event.preventDefault()
    turnOnce(delta, timeStamp, (by) => {
      if (!options.isPaged()) return options.overscroll(by)
      options.turn(by)
      return true
    })
    if (!options.isPaged() && delta === deltaY)
      options.onWheel(deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * LINE_PX)
  }
  addEventListener('wheel', onWheel, { passive: false })
  addEventListener('keydown', (event) => {
    const { shiftKey: shift, ctrlKey, metaKey, altKey, target } = event
    const key = latinKey(event)
    const ctrl = ctrlKey || metaKey
    if (altKey || (ctrl && key !== 'f')) return
    if (target instanceof Element && target.hasAttribute('data-enlarges') && (key === 'Enter' || key === ' ')) {
      event.preventDefault()
      return send(enlarge(target))
    }
    if (target instanceof Element && target.closest(ACTIVE) && key !== 'Escape') return
    if (keyMovesBox(target, key)) return
    if (shift && key.startsWith('Arrow') && getSelection()?.isCollapsed === false) return
    if (ctrl || TAKEN.test(key)) event.preventDefault()
    send({ kind: 'key', key, shift, ctrl })
  })
}

const listenToPresses = ({ send, marks }: ListenOptions) => {
  // A click itself has no type of pointer in Safari before 18.2 and Firefox before 129.
  let pressedBy = 'mouse'
  addEventListener('pointerdown', ({ pointerType }) => {
    pressedBy = pointerType
    send({ kind: 'press' })
  })
  // What a form would send, or a label would press, is nothing of the reader's.
  addEventListener('submit', (event) => event.preventDefault(), true)
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const link = linkAt(target)
    if (link) {
      event.preventDefault()
      if (link.hasAttribute('data-book-image')) return send(enlarge(link))
      const to = link.getAttribute('data-book-to')
      const out = to === null ? link.getAttribute('data-book-out') : null
      if (to !== null || out !== null)
        send({ kind: 'link', to, out, isNote: isNoteLink(link), box: boxOf(link.getBoundingClientRect()) })
      return
    }
    if (getSelection()?.isCollapsed === false || target?.closest(ACTIVE)) return
    const mark = marks.at(event.clientX, event.clientY)
    if (mark) return send({ kind: 'mark', id: mark.id, box: boxOf(mark.box) })
    const image = target?.closest('[data-enlarges]')
    if (image) return send(enlarge(image))
    send({ kind: 'tap', x: event.clientX / innerWidth, isTouch: pressedBy !== 'mouse' })
  }
  addEventListener('click', onClick, true)
  addEventListener(
    'auxclick',
    (event) => event.target instanceof Element && linkAt(event.target) && event.preventDefault(),
    true,
  )
}

/** Tells of an image, or of a link to one, that is to be enlarged. What stands in it describes it. */
const enlarge = (element: Element): FromFrame => ({
  kind: 'image',
  path: ADDRESSES.map((name) => element.getAttribute(name)).find((path) => path !== null) ?? '',
  alt: (element.getAttribute('alt') ?? element.querySelector('[alt]')?.getAttribute('alt') ?? '').slice(0, 2000),
})
const ADDRESSES = ['data-book-src', 'data-book-href', 'data-book-image']

/** Shops of China write a note as the description of a small picture, by names such as `qqreader-footnote`. */
const NOTE = '[class*="footnote"][alt]'

const IMAGES = 'img[data-book-src]'
const DRAWN_IMAGES = 'svg image[data-book-href]'

/**
 * Images that are worth it can be enlarged, by a press; those with a name also by Enter, as buttons. A drawing may be a
 * whole page of a fixed layout, where a press turns the page.
 */
export const nameImages = ({ isFixed }: { isFixed: boolean }) => {
  const all = isFixed ? IMAGES : `${IMAGES}, ${DRAWN_IMAGES}`
  for (const image of document.querySelectorAll<HTMLImageElement | SVGImageElement>(all)) {
    const isSmall = Math.min(...sizesOf(image)) < IMAGE_PX
    // An anchor without an address is no link.
    if (image.closest('a[href]') || (isSmall && !image.matches(NOTE))) continue
    image.setAttribute('data-enlarges', '')
    if (!image.getAttribute('alt')?.trim()) continue
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-haspopup', 'dialog')
  }
}

const sizesOf = (image: HTMLImageElement | SVGImageElement): [number, number] => {
  if (image instanceof HTMLImageElement) return [image.naturalWidth, image.naturalHeight]
  const { width, height } = image.getBoundingClientRect()
  return [width, height]
}

const listenToSelection = ({ onSelection }: ListenOptions) => {
  let isPressed = false
  let timer = 0
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(() => !isPressed && onSelection(), SETTLE_MS) as unknown as number
  }
  document.addEventListener('selectionchange', settle)
  addEventListener('pointerdown', ({ pointerType }) => (isPressed = pointerType === 'mouse'))
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => {
      isPressed = false
      settle()
    })
}

const listenToTouches = ({ send, isPaged, overscroll }: ListenOptions) => {
  let start: { x: number; y: number; time: number } | undefined
  addEventListener(
    'touchstart',
    ({ touches, timeStamp }) => {
      const touch = touches[0]
      start = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : undefined
    },
    { passive: true },
  )
  addEventListener(
    'touchend',
    ({ changedTouches, timeStamp }) => {
      const touch = changedTouches[0]
      const began = start
      start = undefined
      if (!touch || !began || getSelection()?.isCollapsed === false || timeStamp - began.time > SWIPE_MS) return
      const [x, y] = [touch.clientX - began.x, touch.clientY - began.y]
      if (isPaged() && Math.abs(x) > SWIPE_PX && Math.abs(x) > SWIPE_SLOPE * Math.abs(y))
        send({ kind: 'swipe', direction: x < 0 ? 1 : -1 })
      else if (!isPaged() && Math.abs(y) > SWIPE_PX && Math.abs(y) > SWIPE_SLOPE * Math.abs(x))
        overscroll(y < 0 ? 1 : -1)
    },
    { passive: true },
  )
}

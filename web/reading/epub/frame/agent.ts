import { cfiOf, cfiOfRange, rangeOfCfi } from '#contract/shapes/cfi.ts'
import { RTL } from '#contract/shapes/page-reading.ts'
import type {
  FrameChapter,
  FrameFont,
  FrameTarget,
  FromFrame,
  Looks,
  ToFrame,
} from '#web/reading/epub/frame-messages.ts'
import { noteText } from './find-note.ts'
import { FlatText } from './flat-text.ts'
import { boxOf, listen, nameImages } from './listen.ts'
import { showChapter, whenMeasurable } from './load-chapter.ts'
import { PaintedMarks, paintMatches, paintSpoken } from './paint.ts'
import { pointAtLinks } from './point-at-links.ts'
import { addWord } from './reader-words.ts'
import { Axis, type Screen, ScreenLayout } from './screen.ts'
import { type ShownText, shownTextOf } from './shown-text.ts'

/**
 * What runs in the frame of a book: it shows chapters that are handed to it, and says what the reader does there. The frame
 * has an origin of its own, no network and no storage; this script gets one port from the page around it.
 */

/** A screen down in scrolled text leaves a few lines of the last one. */
const SCREEN_SHARE = 0.9
/** What is read out as a whole. */
const FOCUSED = 'h1, h2, h3, h4, h5, h6, p, li, dt, dd, td, th, pre, figcaption, blockquote, div, section'
/** The anchor's screen is the next one if less than this share of the text on its own is behind it. */
const BARE_SHARE = 0.05

let port: MessagePort | undefined
const send = (message: FromFrame) => port?.postMessage(message)

const layout = new ScreenLayout()
const marks = new PaintedMarks()

let chapter: FrameChapter | undefined
let looks: Looks | undefined
let screen: Screen = { isPaged: true, isVertical: false, isRtl: false, isFixed: false }
let axis = new Axis(screen)
let text = new FlatText(document.createElement('body'))
/** What of the text is laid out, once that is asked for; undefined after a change of the layout. */
let shown: ShownText<DOMRect> | undefined
/** Where the reader has gone last: kept when letters and windows change, so that the place does not drift. */
let anchor = 0
/** Whether the screen began with it then. */
let isAnchorFirst = false
/** Where the chapter was scrolled to last: an event without another place does not come from the reader. */
let settledAt = 0
/** The element that the reader has gone to; undefined where that was a position. */
let target: HTMLElement | undefined
/** The last load: one that is overtaken has no effect. */
let loading = {}
/** Where to go once the chapter that is loaded is laid out. */
let wanted: FrameTarget | undefined
/** The turn that was asked for meanwhile: until then the chapter stands at none of its places, perhaps at an edge. */
let due: 1 | -1 | undefined
/** What had the focus last: browsers forget it when the focus leaves the frame. */
let focused: EventTarget | null = null

const chapterRoot = (): Element =>
  (chapter?.root === 'svg' ? document.body.querySelector('svg') : null) ?? document.documentElement

const shownText = () => (shown ??= shownTextOf(text))
const boxNear = (position: number) => shownText().boxNear(position)
const firstWhere = (isTrue: (box: DOMRect) => boolean) => shownText().firstWhere(isTrue) ?? text.length

const screenNow = () => Math.round(axis.offset / axis.step)
const topOf = () => (looks && !screen.isPaged && !screen.isVertical ? Math.min(looks.top, 8) : 0)

const firstOnScreen = () =>
  screen.isFixed
    ? 0
    : screen.isPaged
      ? firstWhere((box) => axis.startOf(box) >= screenNow() * axis.step - 1)
      : firstWhere((box) => axis.endOf(box) > axis.offset + topOf() + 1)

const firstBehindScreen = () => {
  if (screen.isFixed) return text.length
  const end = screen.isPaged ? (screenNow() + 1) * axis.step : axis.offset + axis.step
  return firstWhere((box) => axis.startOf(box) >= end - 1)
}

const isAtStart = () => screen.isFixed || axis.offset <= 2
const isAtEnd = () => screen.isFixed || axis.offset >= axis.length - axis.step - 2 || screenNow() >= axis.screens - 1

const cfiAt = (position: number): string | null => {
  const range = text.rangeOf(position, position + 1)
  if (!chapter || !range) return null
  return cfiOf(chapter.cfi, chapterRoot(), { node: range.startContainer, offset: range.startOffset })
}

const tell = (why: 'go' | 'turn' | 'layout') => {
  if (!chapter) return
  const position = Math.min(anchor, Math.max(text.length - 1, 0))
  send({
    kind: 'moved',
    number: chapter.number,
    position,
    from: firstOnScreen(),
    until: firstBehindScreen(),
    cfi: cfiAt(position),
    isStart: isAtStart(),
    isEnd: isAtEnd(),
    why,
  })
}

const scrollTo = (offset: number) => {
  axis.offset = screen.isFixed ? 0 : offset
  settledAt = axis.offset
}

const scrollToScreen = (number: number) => scrollTo(Math.min(Math.max(number, 0), axis.screens - 1) * axis.step)

const scrollToBox = (box: DOMRect) => {
  const start = axis.startOf(box)
  if (screen.isPaged) scrollToScreen(Math.floor((start + 1) / axis.step))
  else scrollTo(Math.max(0, start - (looks?.top ?? 0)))
}

const targetOf = ({ cfi, position, id }: FrameTarget): { position: number; box?: DOMRect | undefined } => {
  if (id) {
    const element = document.getElementById(id)
    if (element)
      return {
        position: text.positionOf(element, 0),
        // One that is not shown has none: what stands behind it does.
        box: element.getClientRects()[0],
      }
  }
  if (cfi && chapter) {
    const found = rangeOfCfi<Node>(cfi, chapterRoot(), (name) => document.getElementById(name))
    if (found) return { position: text.positionOf(found.start.node, found.start.offset) }
  }
  return { position: Math.min(position ?? 0, Math.max(text.length - 1, 0)) }
}

const setAnchor = (position: number, isFirst: boolean) => {
  target = undefined
  anchor = position
  isAnchorFirst = isFirst
}

const go = (to: FrameTarget) => {
  if (to.isEnd) {
    scrollToScreen(axis.screens - 1)
    if (!screen.isPaged) scrollTo(axis.length - axis.step)
    return setAnchor(firstOnScreen(), true)
  }
  const { position, box = boxNear(position) } = targetOf(to)
  if (position === 0 && !to.id) scrollTo(0)
  else if (box) scrollToBox(box)
  setAnchor(position, !to.id && position === firstOnScreen())
  const element = to.id ? document.getElementById(to.id) : null
  // An anchor that is empty says nothing.
  if (element?.textContent.trim()) target = element
}

/** Gives the focus to where the reader has gone, so that a screen reader and Tab go on from there. */
const arrive = () => {
  const at = text.rangeOf(anchor, anchor + 1)?.startContainer.parentElement
  const block = target ?? at?.closest<HTMLElement>(FOCUSED) ?? document.body
  if (!block.hasAttribute('tabindex') && block.tabIndex < 0) {
    block.tabIndex = -1
    // It is on the screen, and nothing that can be pressed.
    block.style.outline = 'none'
  }
  block.focus({ preventScroll: true })
}

const turn = (by: 1 | -1) => {
  if (!chapter) return
  if (wanted) return void (due = by)
  if (by === 1 ? isAtEnd() : isAtStart()) return send({ kind: 'edge', number: chapter.number, by })
  if (screen.isPaged) scrollToScreen(screenNow() + by)
  else scrollTo(axis.offset + by * axis.step * SCREEN_SHARE)
  setAnchor(firstOnScreen(), true)
  tell('turn')
}

const turnDue = () => {
  const by = due
  due = undefined
  if (by) turn(by)
}

/** `isWhole` says that letters and images have their sizes: only then are boxes put on their screens. */
const layOut = (isWhole = true) => {
  if (!looks || !chapter) return
  screen = layout.apply(looks, chapter, isWhole)
  shown = undefined
  axis = new Axis(screen)
  if (screen.isPaged && !screen.isFixed) layout.reachEnd(axis)
}

/** Fonts that come late may move the first words of a screen to the end of the one before, which is read. */
const isAnchorLeftBehind = () => {
  if (!isAnchorFirst || !screen.isPaged || isAtEnd()) return false
  const end = firstBehindScreen()
  return end - anchor < BARE_SHARE * (end - firstOnScreen())
}

/** Puts the place of the reader back after the text around it has changed. */
const restore = () => {
  layOut()
  const box = boxNear(anchor)
  if (anchor === 0) scrollTo(0)
  else if (box) {
    scrollToBox(box)
    if (isAnchorLeftBehind()) scrollToScreen(screenNow() + 1)
  }
  tell('layout')
}

const load = async ({ chapter: next, looks: nextLooks, to }: Extract<ToFrame, { kind: 'load' }>) => {
  const own = (loading = {})
  wanted = to
  due = undefined
  const sheets = showChapter(next)
  if (!sheets) {
    wanted = undefined
    return send({ kind: 'failed', number: next.number })
  }
  chapter = next
  looks = nextLooks
  const { documentElement: root, body } = document
  // Above the rule of the reader that shows what a book hides.
  root.style.setProperty('visibility', 'hidden', 'important')
  body.tabIndex = -1
  // It decides on the forms of letters, on hyphens, and on the voice of a screen reader.
  if (next.language && !root.lang && !body.lang) root.lang = next.language
  layout.adopt(sheets)
  layOut(false)
  text = new FlatText(body)
  // What the chapter does not say itself. Vertical lines run downwards, also in a book that goes on to the left.
  if (next.direction && !screen.isVertical && !root.dir && !body.dir) {
    root.dir = next.direction
    // The other pages of such a book, which is a Japanese one, hold lines that run to the right.
    if (!RTL.test(text.text)) addWord(root, 'ltr')
  }
  await whenMeasurable()
  if (own !== loading) return
  layOut()
  nameImages(screen)
  go(wanted)
  wanted = undefined
  root.style.visibility = ''
  send({ kind: 'loaded', number: next.number, length: text.length, isRtl: screen.isRtl, isVertical: screen.isVertical })
  tell('go')
  turnDue()
}

const addFonts = (fonts: FrameFont[]) => {
  for (const { family, style, weight, bytes } of fonts)
    document.fonts.add(new FontFace(family, bytes, { style, weight }))
  void document.fonts.ready.then(() => chapter && restore())
}

const selected = () => {
  const selection = getSelection()
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
  if (!range || !chapter) return undefined
  let start = text.positionOf(range.startContainer, range.startOffset)
  let end = text.positionOf(range.endContainer, range.endOffset)
  while (start < end && text.text[start] === ' ') start += 1
  while (start < end && text.text[end - 1] === ' ') end -= 1
  const exact = text.rangeOf(start, end)
  if (!exact) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = exact
  const pair = {
    start: { node: startContainer, offset: startOffset },
    end: { node: endContainer, offset: endOffset },
  }
  return { start, end, cfi: cfiOfRange(chapter.cfi, chapterRoot(), pair), box: boxOf(range.getBoundingClientRect()) }
}

const tellSelection = () => {
  const now = selected()
  send(now && chapter ? { kind: 'selected', number: chapter.number, ...now } : { kind: 'unselected' })
}

const select = (part: [number, number] | null) => {
  const selection = getSelection()
  selection?.removeAllRanges()
  // The browser fires no event if nothing was selected.
  if (!part) return send({ kind: 'unselected' })
  const range = text.rangeOf(...part)
  if (range) {
    selection?.addRange(range)
    show(part[0])
  }
}

/** Goes to a position that is not on the screen. */
const show = (position: number) => {
  if (position >= firstOnScreen() && position < firstBehindScreen()) return
  go({ position })
  tell('go')
}

type Acts = { [Kind in ToFrame['kind']]: (message: Extract<ToFrame, { kind: Kind }>) => unknown }

const acts: Acts = {
  load,
  go: ({ to }) => {
    if (wanted) return void (wanted = to)
    go(to)
    tell('go')
  },
  turn: ({ by }) => turn(by),
  scroll: ({ pixels }) => {
    if (screen.isPaged) return turn(pixels > 0 ? 1 : -1)
    axis.scrollBy(pixels)
  },
  looks: ({ looks: next }) => {
    looks = next
    restore()
  },
  fonts: ({ fonts }) => addFonts(fonts),
  marks: ({ marks: list }) => marks.draw(text, list),
  matches: ({ matches, current }) => paintMatches(text, matches, current),
  spoken: ({ range, isFollowed }) => {
    paintSpoken(range ? text.rangeOf(...range) : undefined)
    if (range && isFollowed) show(range[0])
  },
  select: ({ range }) => {
    select(range)
    tellSelection()
  },
  arrive,
  focus: () => focused instanceof HTMLElement && focused.focus({ preventScroll: true }),
  where: ({ id }) => {
    const box = marks.boxOf(id)
    if (chapter && box) send({ kind: 'where', number: chapter.number, id, box: boxOf(box) })
  },
  note: ({ id, xhtml, request }) => send({ kind: 'note', request, text: noteText(id, xhtml) }),
}

const onMessage = ({ data }: MessageEvent<ToFrame>) => {
  const act = acts[data.kind] as ((message: ToFrame) => unknown) | undefined
  void act?.(data)
}

addEventListener('message', ({ source, ports }) => {
  if (port || source !== parent || !ports[0]) return
  const [own] = ports
  port = own
  own.addEventListener('message', onMessage)
  own.start()
  send({ kind: 'ready' })
})

// Before a press is taken for one that follows a link.
pointAtLinks({ send, chapter: () => chapter?.number })
listen({
  send,
  marks,
  isPaged: () => screen.isPaged,
  turn,
  overscroll: (by) => {
    const isAtEdge = by === 1 ? isAtEnd() : isAtStart()
    if (isAtEdge) turn(by)
    return isAtEdge
  },
  // Vertical lines go on sideways, where browsers do not scroll by a wheel that goes up and down.
  onWheel: (pixels) => {
    if (screen.isVertical) axis.scrollBy(pixels)
  },
  onSelection: tellSelection,
})

document.addEventListener('focusin', ({ target }) => (focused = target))
addEventListener('resize', () => chapter && restore())
// Images and fonts that come late, and details that are opened, move what is behind them.
for (const kind of ['load', 'toggle'])
  document.addEventListener(kind, () => chapter && document.documentElement.style.visibility === '' && restore(), true)
// A screen reader, or the browser's own search, may go anywhere.
document.addEventListener(
  'scroll',
  () => {
    if (!chapter || Math.abs(axis.offset - settledAt) < 1) return
    if (screen.isPaged) scrollToScreen(screenNow())
    settledAt = axis.offset
    setAnchor(firstOnScreen(), true)
    tell('turn')
  },
  { passive: true },
)

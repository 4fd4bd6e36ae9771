/** What a screen of a book shows, judged by geometry. It runs in the frame of the book, and names nothing outside of itself. */
export interface Judged {
  words: number
  screens: number
  /** Words that no screen shows whole, with the reason. */
  lost: string[]
  /** How far scrolled text can be moved sideways, in CSS pixels. */
  sideways: number
  /** The size of the letters of each text, in CSS pixels. */
  sizes: number[]
}

interface Judging {
  isPaged: boolean
  isCoverChecked: boolean
  /** Not in WebKit, which places text that is scrolled within its screen, and is behind the end of that, on later screens. */
  isScrolledTextMeasured?: boolean
}

export const judgeWords = async ({
  isPaged,
  isCoverChecked,
  isScrolledTextMeasured = true,
}: Judging): Promise<Judged> => {
  const root = document.documentElement
  const frameNow = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const modeOf = (element: Element) => getComputedStyle(element).writingMode
  const isVertical = [document.body, root].some((one) => modeOf(one).startsWith('vertical'))
  const isAcross = isPaged !== isVertical
  const [width, height] = [innerWidth, innerHeight]
  const step = isAcross ? width : height
  const total = isAcross ? root.scrollWidth : root.scrollHeight
  const screens = Math.max(1, Math.ceil((total - 8) / step))
  // A document runs in the direction of its body.
  const isRtl = [document.body, root].some((one) => getComputedStyle(one).direction === 'rtl')
  const isFromLeft = isVertical ? [document.body, root].some((one) => modeOf(one) === 'vertical-lr') : !isRtl
  const isBackwards = isAcross && !isFromLeft
  const [left0, top0] = [root.scrollLeft, root.scrollTop]

  const words: { text: string; boxes: DOMRect[]; parent: Element }[] = []
  const sizes: number[] = []
  const lost: string[] = []
  const lose = (why: string, text: string, box: DOMRect) =>
    lost.push(`${why}: ${text.slice(0, 30)} [${[box.left, box.top, box.width, box.height].map(Math.round).join()}]`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const SKIPPED = 'svg, math, rt, rp, audio, video, details:not([open]) > :not(summary)'
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement
    if (!parent || !node.data?.trim() || parent.closest(SKIPPED)) continue
    const style = getComputedStyle(parent)
    if (style.visibility !== 'visible') continue
    const range = document.createRange()
    let isShown = false
    for (const { 0: text, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + text.length)
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0 || box.height > 0)
      if (boxes.length === 0) continue
      isShown = true
      words.push({
        text,
        boxes: boxes.map((box) => new DOMRect(box.left + left0, box.top + top0, box.width, box.height)),
        parent,
      })
    }
    if (isShown) sizes.push(Number.parseFloat(style.fontSize))
  }

  /** The box that a reader sees: of what is moved within its screen by keys, that which is moved. */
  const clipsOf = (element: Element) => {
    const clips: { element: Element; box: DOMRect; isScrolled: boolean }[] = []
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display, clipPath, opacity } = getComputedStyle(at)
      if (Number(opacity) < 0.2 || clipPath !== 'none')
        clips.push({ element: at, box: new DOMRect(), isScrolled: false })
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
      const box = at.getBoundingClientRect()
      const isScrolled =
        [overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll') && (at as HTMLElement).tabIndex >= 0
      clips.push({ element: at, box: new DOMRect(box.left + left0, box.top + top0, box.width, box.height), isScrolled })
    }
    return clips
  }
  const known = new Map<Element, ReturnType<typeof clipsOf>>()

  const isOnScreen = (box: DOMRect): boolean => {
    const low = 1
    const [begin, end] = isAcross ? [box.left, box.right] : [box.top, box.bottom]
    const [side, far, span] = isAcross ? [box.top, box.bottom, height] : [box.left, box.right, width]
    if (isPaged && (side < -low || far > span + low)) return false
    const [from, to] = isBackwards ? [step - end, step - begin] : [begin, end]
    if (from < -low || to > Math.max(total, screens * step) + low) return false
    return !isPaged || Math.floor((from + low) / step) === Math.floor((to - low) / step)
  }

  for (const { text, boxes, parent } of words) {
    const clips = known.get(parent) ?? clipsOf(parent)
    known.set(parent, clips)
    for (const own of boxes) {
      let box = own
      let why = ''
      for (const { element, box: clip, isScrolled } of clips) {
        if (isScrolled) {
          const [w, h] = [element.scrollWidth, element.scrollHeight]
          const { direction } = getComputedStyle(element)
          const runsLeft =
            modeOf(element) === 'vertical-rl' || (direction === 'rtl' && !modeOf(element).startsWith('v'))
          const across = runsLeft
            ? clip.right - box.right - element.scrollLeft
            : box.left - clip.left + element.scrollLeft
          const [x, y] = [across, box.top - clip.top + element.scrollTop]
          const isMeasured = !isPaged || isScrolledTextMeasured
          if (
            isMeasured &&
            (x < -3 || y < -0.2 * box.height - 3 || x + box.width > w + 4 || y + box.height > h + 0.2 * box.height + 4)
          )
            why = 'unreachable'
          box = clip
        } else {
          const over = 0.25 * box.height + 3
          if (
            box.left < clip.left - 3 ||
            box.right > clip.right + 3 ||
            box.top < clip.top - over ||
            box.bottom > clip.bottom + over
          )
            why = `clipped by ${element.localName}.${element.className}`
        }
        if (why) break
      }
      if (!why && !isOnScreen(box)) why = isPaged ? 'cut by the screen' : 'not reached'
      if (!why && own.height < 4) why = 'too small'
      if (why) {
        lose(why, text, own)
        break
      }
    }
  }

  // Words of different texts that lie on each other.
  const cells = new Map<string, { box: DOMRect; parent: Element; text: string }[]>()
  const CELL = 64
  for (const { text, boxes, parent } of words) {
    if (known.get(parent)?.some(({ isScrolled }) => isScrolled)) continue
    for (const box of boxes) {
      const key = `${Math.floor((box.left + box.width / 2) / CELL)},${Math.floor((box.top + box.height / 2) / CELL)}`
      const there = cells.get(key) ?? []
      for (const other of there) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        const least = Math.min(box.width * box.height, other.box.width * other.box.height)
        if (across > 2 && down > 0 && across * down > 0.5 * least) {
          lose(`covered by “${other.text.slice(0, 20)}”`, text, box)
          break
        }
      }
      there.push({ box, parent, text })
      cells.set(key, there)
    }
  }

  // By the screen that shows their middle.
  const onScreens = new Map<number, typeof words>()
  for (const word of words) {
    const [box] = word.boxes
    if (!box) continue
    const middle = isAcross ? box.left + box.width / 2 : box.top + box.height / 2
    const at = Math.floor((isBackwards ? step - middle : middle) / step)
    const there = onScreens.get(at)
    if (there) there.push(word)
    else onScreens.set(at, [word])
  }

  if (isCoverChecked)
    for (let screen = 0; screen < screens; screen++) {
      const offset = (isBackwards ? -1 : 1) * screen * step
      root.scrollTo({ left: isAcross ? offset : left0, top: isAcross ? top0 : offset, behavior: 'instant' })
      await frameNow()
      for (const { text, boxes, parent } of onScreens.get(screen) ?? []) {
        const [box] = boxes
        if (!box || known.get(parent)?.some(({ isScrolled }) => isScrolled)) continue
        const [x, y] = [box.left - root.scrollLeft + box.width / 2, box.top - root.scrollTop + box.height / 2]
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const top = document.elementFromPoint(x, y)
        if (!top || top === parent || top.contains(parent) || parent.contains(top)) continue
        const { backgroundColor, opacity } = getComputedStyle(top)
        const isOpaque =
          top.localName === 'img' || (!/rgba\(.*, 0\)|transparent/.test(backgroundColor) && opacity !== '0')
        if (isOpaque) lose(`covered by ${top.localName}.${top.className}`, text, box)
      }
    }
  root.scrollTo({ left: left0, top: top0, behavior: 'instant' })

  const sideways = isPaged ? 0 : isVertical ? root.scrollHeight - height : root.scrollWidth - root.clientWidth
  return { words: words.length, screens, lost, sideways, sizes }
}

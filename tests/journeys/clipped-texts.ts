/** Runs in the page: finds texts that are clipped and texts that overlap. */
export const findClippedTexts = (): string[] => {
  /** Tolerance in pixels, because line boxes are larger than their glyphs. */
  const SLACK = 3
  /** The part of a line's height above and below its glyphs. */
  const CORE = 0.25

  interface Line {
    element: Element
    text: string
    layer: Element | null
    left: number
    right: number
    top: number
    bottom: number
  }

  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  /** The nearest ancestor that covers the page on purpose: bars, menus, dialogs, toasts. */
  const layerOf = (element: Element): Element | null => {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { position, zIndex } = getComputedStyle(one)
      if (position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto')) return one
      if (one.matches('dialog')) return one
    }
    return null
  }
  const isForScreenReaders = (element: Element) => {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).clipPath !== 'none' && one.getBoundingClientRect().width <= 1) return true
    return false
  }
  const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isCut = ({ element, left, right, top, bottom }: Line) => {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') return false
      // Text with an ellipsis is clipped on purpose.
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const box = one.getBoundingClientRect()
      if (clips(overflowX) && (left < box.left - SLACK || right > box.right + SLACK)) return true
      if (clips(overflowY) && (top < box.top - SLACK || bottom > box.bottom + SLACK)) return true
    }
    return false
  }
  /** Whether a line is scrolled out of a container, as far as its middle, or is below the ellipsis of a title. */
  const isOutOfView = (element: Element, { left, right, top, bottom }: DOMRect) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one)
      const box = one.getBoundingClientRect()
      if (overflowX === 'auto' && (x < box.left || x > box.right)) return true
      if (overflowY === 'auto' && (y < box.top || y > box.bottom)) return true
      if (webkitLineClamp !== 'none' && y > box.bottom) return true
    }
    return false
  }
  /** What an ellipsis leaves of a line. */
  const beforeEllipsis = (element: Element, { left, right }: DOMRect) => {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).textOverflow !== 'ellipsis') continue
      const box = one.getBoundingClientRect()
      return { left: Math.max(left, box.left), right: Math.min(right, box.right) }
    }
    return { left, right }
  }
  const linesOf = (node: Node): Line[] => {
    const element = node.parentElement
    const text = node.textContent?.trim()
    if (!element || !text || element.closest('[aria-hidden=true], [role=listbox], .skip')) return []
    if (!isShown(element) || isForScreenReaders(element)) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    const layer = layerOf(element)
    return [...range.getClientRects()]
      .filter((rect) => rect.width > 1 && rect.height > 1 && !isOutOfView(element, rect))
      .map((rect) => {
        const { top, bottom, height } = rect
        const core = { top: top + height * CORE, bottom: bottom - height * CORE }
        return { element, text: text.slice(0, 60), layer, ...beforeEllipsis(element, rect), ...core }
      })
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  while (walker.nextNode()) lines.push(...linesOf(walker.currentNode))
  lines.sort((a, b) => a.top - b.top)
  const cut = lines.filter(isCut).map(({ text }) => `cut: ${text}`)
  const on = lines.flatMap((one, index) => {
    const found: string[] = []
    for (const other of lines.slice(index + 1)) {
      if (other.top > one.bottom - SLACK) break
      const apart = one.right < other.left + SLACK || other.right < one.left + SLACK
      if (apart || one.layer !== other.layer || one.element === other.element) continue
      found.push(`${one.text} on ${other.text}`)
    }
    return found
  })
  return [...new Set([...cut, ...on])]
}

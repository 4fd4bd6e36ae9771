/**
 * The texts of a chapter that have too little contrast with what is behind them, each with its ratio. It runs in the frame
 * of the book, and names nothing outside of itself.
 */
export const faintTexts = (least: number): string[] => {
  const paint = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas') as HTMLCanvasElement
  const context = paint.getContext('2d', { willReadFrequently: true })
  const luminance = (colors: string[]) => {
    if (!context) return 0
    context.clearRect(0, 0, 1, 1)
    for (const color of colors) {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const faint: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent || !text.nodeValue?.trim() || parent.getClientRects().length === 0) continue
    const grounds: string[] = []
    for (let at: Element | null = parent; at; at = at.parentElement)
      grounds.unshift(getComputedStyle(at).backgroundColor)
    const style = getComputedStyle(parent)
    const letters = ['::first-letter', '::first-line'].map((part) => getComputedStyle(parent, part).color)
    for (const ink of parent.closest('svg') ? [style.fill] : [style.color, ...letters]) {
      const [one = 0, other = 0] = [luminance([...grounds, ink]), luminance(grounds)].toSorted((a, b) => b - a)
      const ratio = (one + 0.05) / (other + 0.05)
      if (ratio < least) faint.push(`${ratio.toFixed(1)}: ${text.nodeValue.trim().slice(0, 40)}`)
    }
  }
  return faint
}

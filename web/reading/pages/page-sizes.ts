import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** The sizes that pdf.js gives to pages and their layers, legacy build or not: 'round(down, SIZE, STEP)'. */
const ROUNDED = /^round\(down, (.+), var\(--scale-round-[xy]\)\)$/
const WITH_SIZE = '.page, .page > [style]'

/**
 * Sets the sizes of pages and their layers in browsers without `round()` in style sheets (Chromium 106 and 119, Firefox 115),
 * where pdf.js' pages have no height and their text is where nothing is drawn.
 */
export const sizePages = (sheets: HTMLElement, events: EventBus, signal: AbortSignal) => {
  if (CSS.supports('width', 'round(down, 1px, 1px)')) return
  const sizeAll = () => {
    for (const part of sheets.querySelectorAll<HTMLElement>(WITH_SIZE)) sizePart(part)
  }
  const observer = new MutationObserver((records) => {
    const added = records.some(({ type }) => type === 'childList')
    if (added) return sizeAll()
    for (const { target } of records) if ((target as Element).matches(WITH_SIZE)) sizePart(target as HTMLElement)
  })
  observer.observe(sheets, { subtree: true, childList: true, attributeFilter: ['style'] })
  signal.addEventListener('abort', () => observer.disconnect())
  // Before pdf.js looks which pages are visible, which it does without waiting for an observer.
  for (const event of ['pagesinit', 'rotationchanging']) events.on(event, sizeAll, { signal })
}

const sizePart = ({ style }: HTMLElement) => {
  for (const side of ['width', 'height'] as const) {
    const size = ROUNDED.exec(style[side])?.[1]
    if (size) style[side] = `calc(${size})`
  }
}

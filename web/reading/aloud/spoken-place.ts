import type { SpokenInFrame } from '#web/reading/format/book-view.ts'
import type { Spoken } from './speaker.ts'
import type { SpokenText } from './spoken-text.ts'

/** The first sentence of a page that is on screen, or the one where the selection begins. */
export const firstPartShown = async (text: SpokenText, page: number): Promise<Pick<Spoken, 'page' | 'index'>> => {
  if (text.inFrame) return firstPartInFrame(text, text.inFrame, page)
  const selected = selectionIn(text.container)
  const on = selected?.page ?? page
  const parts = await text.partsOf(on).catch(() => [])
  const { top } = bandOf(text.container)
  const index = parts.findIndex((part) => {
    const range = text.rangeOf(on, part)
    if (!range) return false
    return selected
      ? range.comparePoint(selected.node, selected.offset) <= 0
      : range.getBoundingClientRect().bottom > top
  })
  return { page: on, index: Math.max(index, 0) }
}

const firstPartInFrame = async (text: SpokenText, frame: SpokenInFrame, page: number) => {
  const selected = frame.selected()
  const on = selected?.page ?? page
  const parts = await text.partsOf(on).catch(() => [])
  const index = parts.findIndex((part) => (selected ? part.end > selected.position : frame.isOnScreen(on, part)))
  return { page: on, index: Math.max(index, 0) }
}

const selectionIn = (container: HTMLElement) => {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const { startContainer: node, startOffset: offset } = selection.getRangeAt(0)
  if (!container.contains(node)) return undefined
  const { pageNumber, page } =
    node.parentElement?.closest<HTMLElement>('[data-page-number], [data-page]')?.dataset ?? {}
  const on = Number(pageNumber ?? page)
  return on ? { node, offset, page: on } : undefined
}

/** The part of the window where text can be read: between the bars, which lie over it on touch screens. */
export const bandOf = (container: HTMLElement, bar?: HTMLElement | null) => {
  const { top, bottom, left, right } = container.getBoundingClientRect()
  const covered = Number.parseFloat(getComputedStyle(container).scrollPaddingTop) || 0
  return { top: top + covered, bottom: Math.min(bottom, bar?.getBoundingClientRect().top ?? bottom), left, right }
}

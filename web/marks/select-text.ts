import type { MarkAnchor } from '#contract/marks.ts'
import { anchorOn } from './anchor-on.ts'
import { positionOf, readLayerText } from './page-text.ts'

const layerAt = (node: Node | null) => (node instanceof Element ? node : node?.parentElement)?.closest('.textLayer')

const pageOf = (layer: Element) => Number(layer.closest<HTMLElement>('.page')?.dataset.pageNumber)

/** The selected text of the pages as anchors, one for each page; none if nothing of them is selected. */
export const selectedAnchors = (container: HTMLElement, selection: Selection | null): MarkAnchor[] => {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return []
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(container) || (!layerAt(range.startContainer) && !layerAt(range.endContainer))) return []
  return [...container.querySelectorAll('.textLayer')].flatMap((layer) => {
    if (!range.intersectsNode(layer)) return []
    const read = readLayerText(layer)
    const start = layer.contains(range.startContainer) ? positionOf(read, range.startContainer, range.startOffset) : 0
    const end = layer.contains(range.endContainer)
      ? positionOf(read, range.endContainer, range.endOffset)
      : read.text.length
    const anchor = anchorOn(read.text, pageOf(layer), trimmed(read.text, { start, end }))
    return anchor.exact ? [anchor] : []
  })
}

const trimmed = (text: string, { start, end }: { start: number; end: number }) => {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: end - part.length + part.trimEnd().length }
}

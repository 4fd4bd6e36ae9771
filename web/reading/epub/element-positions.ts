import { joinChapterText } from '#contract/shapes/chapter-text.ts'
import type { EpubChapter } from '#contract/shapes/epub.ts'

const TAG = /<[^>]*>/g
const HEAD = /<head\b.*?<\/head\s*>|<head\b[^>]*\/>/su
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const plain = (markup: string) =>
  markup.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (whole, decimal, hex, name: string) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  )

/**
 * Where elements begin in the text of a chapter, by their ids, without a document: what is silent counts along, so that a
 * position may be some characters behind the true one. Good enough for the page of a line of the contents.
 */
export const elementPositions = ({ xhtml, text }: EpubChapter, ids: readonly string[]): Map<string, number> => {
  const wanted = new Set(ids)
  const found = new Map<string, number>()
  const markup = xhtml.replace(HEAD, '')
  let before = 0
  let from = 0
  for (const { 0: tag, index } of markup.matchAll(TAG)) {
    const id = plain(/\sid="([^"]*)"/.exec(tag)?.[1] ?? '')
    if (!id || !wanted.has(id) || found.has(id)) continue
    before += joinChapterText([plain(markup.slice(from, index).replace(TAG, ' '))]).length + (from > 0 ? 1 : 0)
    from = index + tag.length
    found.set(id, Math.min(before, Math.max(text.length - 1, 0)))
  }
  return found
}

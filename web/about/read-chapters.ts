import { parseBlocks, toPlainText } from '#web/ui/parse-markdown.ts'
import type { Block } from '#web/ui/parse-markdown.ts'
import { CONTACT } from '#web/messages/contact.ts'

/** Of other elements of the page: with one of them twice, the page would not find its data. */
const TAKEN = ['data', 'main', CONTACT.id]

export interface WrittenChapter {
  /** Also its place in the address. */
  id: string
  /** In Markdown, like all that follows. */
  title: string
  blocks: Block[]
}

interface Written {
  title: string | undefined
  /** What stands before the first chapter. */
  opening: Block[]
  chapters: WrittenChapter[]
  /** The number of '#' that the first chapter's heading has. */
  depth: number
}

/** A text in Markdown as a page: its title where it begins with one, and a chapter for each heading of the highest kind. */
export const readChapters = (text: string): Written => {
  const [first, ...rest] = parseBlocks(text)
  const title = first?.kind === 'heading' && first.depth === 1 ? first.text : undefined
  const blocks = first && title === undefined ? [first, ...rest] : rest
  const depth = blocks.find((block) => block.kind === 'heading')?.depth ?? 1
  const opening: Block[] = []
  const chapters: WrittenChapter[] = []
  const ids = new Set(TAKEN)
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth <= depth)
      chapters.push({ id: idFor(block.text, ids), title: block.text, blocks: [] })
    else (chapters.at(-1)?.blocks ?? opening).push(block)
  }
  return { title, opening, chapters, depth }
}

/** A heading's letters and digits, of any script; with a number where another has it already. */
const idFor = (title: string, ids: Set<string>) => {
  const plain = toPlainText(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const base = plain || 'chapter'
  let id = base
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`
  ids.add(id)
  return id
}

import { parseBlocks, toPlainText } from '#web/ui/parse-markdown.ts'
import type { Block } from '#web/ui/parse-markdown.ts'
import { CONTACT } from '#web/messages/contact.ts'

/** Ids of other elements of the page. */
const RESERVED_IDS = ['data', 'links', 'main', CONTACT.id]

interface MarkdownChapter {
  /** Also the fragment of its link. */
  id: string
  /** Markdown. */
  title: string
  blocks: Block[]
}

interface MarkdownText {
  title: string | undefined
  /** The blocks before the first chapter. */
  introduction: Block[]
  chapters: MarkdownChapter[]
  /** The heading level of the chapters. */
  depth: number
}

/** Splits Markdown into a title, if it starts with one, an introduction, and a chapter for each heading of the highest level. */
export const readChapters = (text: string): MarkdownText => {
  const [first, ...rest] = parseBlocks(text)
  const title = first?.kind === 'heading' && first.depth === 1 ? first.text : undefined
  const blocks = first && title === undefined ? [first, ...rest] : rest
  const depth = blocks.find((block) => block.kind === 'heading')?.depth ?? 1
  const introduction: Block[] = []
  const chapters: MarkdownChapter[] = []
  const ids = new Set(RESERVED_IDS)
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth <= depth)
      chapters.push({ id: idFor(block.text, ids), title: block.text, blocks: [] })
    else (chapters.at(-1)?.blocks ?? introduction).push(block)
  }
  return { title, introduction, chapters, depth }
}

/** The heading's letters and digits in any script, with a number appended if the id is taken. */
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

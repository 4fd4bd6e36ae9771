import { createElement } from 'react'
import type { ReactNode } from 'react'
import css from './markdown.module.css'
import { blocksOf, spansOf } from './read-markdown.ts'
import type { Block } from './read-markdown.ts'

interface MarkdownProps {
  text: string
  /** The level of a heading with one '#'. */
  level?: 1 | 2 | 3
}

/** Plain Markdown as elements: headings, paragraphs, lists, quotations, emphasis and links; HTML stays text. */
export const Markdown = ({ text, level = 1 }: MarkdownProps) => (
  <div className={css.markdown} dir="auto">
    {blocksOf(text).map((block, index) => (
      <MarkdownBlock key={index} block={block} level={level} />
    ))}
  </div>
)

const LOWEST = 6

const MarkdownBlock = ({ block, level }: { block: Block; level: number }): ReactNode => {
  if (block.kind === 'heading')
    return createElement(`h${Math.min(block.depth + level - 1, LOWEST)}`, null, <Spans text={block.text} />)
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={index}>
        <Spans text={item} />
      </li>
    ))
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  const words = <Spans text={block.text} />
  return block.kind === 'quotation' ? <blockquote>{words}</blockquote> : <p>{words}</p>
}

const Spans = ({ text }: { text: string }) =>
  spansOf(text).map(({ kind, text: words, href }, index) => {
    if (kind === 'link')
      return (
        <a key={index} href={href}>
          {words}
        </a>
      )
    if (kind === 'strong') return <strong key={index}>{words}</strong>
    if (kind === 'em') return <em key={index}>{words}</em>
    return kind === 'code' ? <code key={index}>{words}</code> : words
  })

import { createElement } from 'react'
import type { ReactNode } from 'react'
import css from './markdown.module.css'
import { parseBlocks, parseSpans } from './parse-markdown.ts'
import type { Block } from './parse-markdown.ts'

interface MarkdownProps {
  text: string
  /** The level of a heading with one '#'. */
  level?: number | undefined
}

/** Renders Markdown: headings, paragraphs, lists, quotations, emphasis and links; HTML is shown as text. */
export const Markdown = ({ text, level }: MarkdownProps) => <MarkdownBlocks blocks={parseBlocks(text)} level={level} />

/** The same for parsed blocks. */
export const MarkdownBlocks = ({ blocks, level = 1 }: { blocks: Block[]; level?: number | undefined }) => (
  <div className={css.markdown} dir="auto">
    {blocks.map((block, index) => (
      <MarkdownBlock key={index} block={block} level={level} />
    ))}
  </div>
)

const LOWEST_LEVEL = 6

const MarkdownBlock = ({ block, level }: { block: Block; level: number }): ReactNode => {
  if (block.kind === 'heading')
    return createElement(
      `h${Math.min(block.depth + level - 1, LOWEST_LEVEL)}`,
      null,
      <MarkdownLine text={block.text} />,
    )
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={index}>
        <MarkdownLine text={item} />
      </li>
    ))
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  const line = <MarkdownLine text={block.text} />
  return block.kind === 'quotation' ? <blockquote>{line}</blockquote> : <p>{line}</p>
}

/** A line with its emphasis and links. */
export const MarkdownLine = ({ text }: { text: string }) =>
  parseSpans(text).map(({ kind, text: content, href }, index) => {
    if (kind === 'link')
      return (
        <a key={index} href={href}>
          {content}
        </a>
      )
    if (kind === 'strong') return <strong key={index}>{content}</strong>
    if (kind === 'em') return <em key={index}>{content}</em>
    return kind === 'code' ? <code key={index}>{content}</code> : content
  })

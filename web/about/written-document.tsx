import { Head } from '#web/document/head.tsx'
import { MarkdownBlocks, MarkdownLine } from '#web/ui/markdown.tsx'
import { toPlainText } from '#web/ui/parse-markdown.ts'
import type { Block } from '#web/ui/parse-markdown.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Contact, Contents } from './house-document.tsx'
import css from './house-document.module.css'
import { readChapters } from './read-chapters.ts'

interface WrittenDocumentProps {
  /** In Markdown. */
  text: string
  /** Stands where the text has no title of its own. */
  title: string
  path: string
}

/** A page in an administrator's words, with the contents and the contact that the house's own has. */
export const WrittenDocument = ({ text, title: usual, path }: WrittenDocumentProps) => {
  const { title = usual, opening, chapters, depth } = readChapters(text)
  const [lede, ...more] = opening
  const hasLede = lede?.kind === 'paragraph' && more.length === 0 && chapters.length > 0
  return (
    <article className={`wrap ${css.document}`} dir="auto">
      <Head title={toPlainText(title)} description={descriptionOf(opening)} path={path} />
      <header className={css.head}>
        <h1 className="d2">
          <MarkdownLine text={title} />
        </h1>
        {hasLede && (
          <p className={css.lede}>
            <MarkdownLine text={lede.text} />
          </p>
        )}
      </header>
      <Contents sections={chapters.map((chapter) => ({ id: chapter.id, title: toPlainText(chapter.title) }))} />
      <div className={css.chapters}>
        {!hasLede && opening.length > 0 && (
          <div className={classNames(css.chapter, css.written)}>
            <MarkdownBlocks blocks={opening} />
          </div>
        )}
        {chapters.map((chapter) => (
          <section key={chapter.id} className={classNames(css.chapter, css.written)} aria-labelledby={chapter.id}>
            <h2 id={chapter.id}>
              <MarkdownLine text={chapter.title} />
            </h2>
            <MarkdownBlocks blocks={chapter.blocks} level={3 - depth} />
          </section>
        ))}
        <Contact />
      </div>
    </article>
  )
}

const DESCRIPTION = 160

/** The first paragraph for search engines, or as much of it as they show. */
const descriptionOf = (opening: Block[]) => {
  const [first] = opening.flatMap((block) => (block.kind === 'paragraph' ? [toPlainText(block.text)] : []))
  return first && [...first].slice(0, DESCRIPTION).join('')
}

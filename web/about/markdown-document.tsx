import { Head } from '#web/document/head.tsx'
import { MarkdownBlocks, MarkdownLine } from '#web/ui/markdown.tsx'
import { toPlainText } from '#web/ui/parse-markdown.ts'
import type { Block } from '#web/ui/parse-markdown.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Contact, Contents } from './default-document.tsx'
import css from './default-document.module.css'
import { readChapters } from './read-chapters.ts'

interface MarkdownDocumentProps {
  /** Markdown. */
  text: string
  /** The tag of the language that it is written in. */
  language: string
  /** Used if the text has no title. */
  defaultTitle: string
  path: string
}

/** A page with a text by an administrator, and the same contents and contact sections as the default text. */
export const MarkdownDocument = ({ text, language, defaultTitle, path }: MarkdownDocumentProps) => {
  const { title = defaultTitle, introduction, chapters, depth } = readChapters(text)
  const [lede, ...more] = introduction
  const hasLede = lede?.kind === 'paragraph' && more.length === 0 && chapters.length > 0
  return (
    <article className={`wrap ${css.document}`} lang={language} dir="auto">
      <Head title={toPlainText(title)} description={descriptionOf(introduction)} path={path} />
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
        {!hasLede && introduction.length > 0 && (
          <div className={classNames(css.chapter, css.markdown)}>
            <MarkdownBlocks blocks={introduction} />
          </div>
        )}
        {chapters.map((chapter) => (
          <section key={chapter.id} className={classNames(css.chapter, css.markdown)} aria-labelledby={chapter.id}>
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

const DESCRIPTION_MAX = 160

/** The first paragraph, cut to the length that search engines show. */
const descriptionOf = (introduction: Block[]) => {
  const [first] = introduction.flatMap((block) => (block.kind === 'paragraph' ? [toPlainText(block.text)] : []))
  return first && [...first].slice(0, DESCRIPTION_MAX).join('')
}

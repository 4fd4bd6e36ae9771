import type { EpubChapterSummary, EpubStylesheet } from '#contract/epub.ts'
import type { References } from './book-references.ts'
import { cleanCss, type CleanCss, type CssImport } from './clean-css.ts'
import type { DocumentStyle } from './document-styles.ts'
import type { Findings } from './findings.ts'

const MAX_DEPTH = 4
/** Of one chapter, with those that they import. */
const MAX_SHEETS = 100

const MAX_IMPORTS = 20

type Layout = EpubChapterSummary['layout']

/** A sheet of the book, cleaned once for each layout that uses it. */
interface Sheet extends CleanCss {
  path: string
  /** What it shows. */
  shown: ReadonlySet<string>
}

interface Options {
  references: References
  findings: Findings
  /** How most chapters of the book are laid out. */
  layout: Layout
  /** The text of a style sheet of the book; undefined if there is none at this path. */
  read: (path: string) => string | undefined
}

/** The style sheets of a book: those of its chapters in their order, after those that they import. */
export const createStylesheets = ({ references, findings, layout: ofBook, read }: Options) => {
  const sheets: Record<Layout, Map<string, Sheet | undefined>> = { reflowable: new Map(), 'pre-paginated': new Map() }

  const clean = (css: string, path: string, layout: Layout): Sheet => {
    const shown = new Set<string>()
    const { resource } = references.of(path, findings.count)
    const refer = (reference: string) => {
      const found = resource(reference)
      if (found !== undefined) shown.add(found)
      return found
    }
    const cleaned = cleanCss(css, { context: 'stylesheet', layout, refer })
    if (cleaned.removed > 0) findings.count('style')
    return { ...cleaned, imports: cleaned.imports.slice(0, MAX_IMPORTS), path, shown }
  }

  const sheetAt = (path: string, layout: Layout): Sheet | undefined => {
    const ofLayout = sheets[layout]
    if (!ofLayout.has(path)) {
      const css = read(path)
      ofLayout.set(path, css === undefined ? undefined : clean(css, path, layout))
    }
    return ofLayout.get(path)
  }

  /** A chapter that is laid out in another way than the book has its own form of a sheet in itself. */
  const entryOf = ({ path, css }: Sheet, media: string, layout: Layout): EpubStylesheet => ({
    ...(layout === ofBook ? { path, css: null } : { path: null, css }),
    media: media || null,
  })

  /** The sheet at a path and before it those that it imports. */
  function* linked(
    base: string,
    { reference, media }: CssImport,
    layout: Layout,
    depth: number,
  ): Generator<[EpubStylesheet, Sheet]> {
    const path = references.of(base, findings.count).file(reference)
    const sheet = path === undefined || depth > MAX_DEPTH ? undefined : sheetAt(path, layout)
    if (!sheet) return
    // The innermost condition counts.
    for (const one of sheet.imports) yield* linked(sheet.path, { ...one, media: one.media || media }, layout, depth + 1)
    yield [entryOf(sheet, media, layout), sheet]
  }

  function* stylesOf(base: string, style: DocumentStyle, layout: Layout): Generator<[EpubStylesheet, Sheet]> {
    if ('reference' in style) return yield* linked(base, style, layout, 0)
    const sheet = clean(style.css, base, style.isDrawn ? 'pre-paginated' : layout)
    for (const one of sheet.imports) yield* linked(base, { ...one, media: one.media || style.media }, layout, 1)
    yield [{ path: null, css: sheet.css, media: style.media || null }, sheet]
  }

  return {
    /** The style sheets of a document, and the files that they show. */
    of: (base: string, styles: readonly DocumentStyle[], layout: Layout) => {
      const stylesheets: EpubStylesheet[] = []
      const shown = new Set<string>()
      for (const style of styles) {
        for (const [entry, sheet] of stylesOf(base, style, layout)) {
          if (stylesheets.length >= MAX_SHEETS) break
          stylesheets.push(entry)
          for (const path of sheet.shown) shown.add(path)
        }
      }
      return { stylesheets, shown }
    },
    /** Each file of the book that a chapter uses as a sheet. */
    all: (): { path: string; css: string }[] => [...sheets[ofBook].values()].filter((sheet) => sheet !== undefined),
  }
}

export type Stylesheets = ReturnType<typeof createStylesheets>

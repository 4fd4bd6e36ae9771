import type { EpubStylesheet } from '#contract/epub.ts'
import type { References } from './book-references.ts'
import { cleanCss, type CleanCss, type CssImport } from './clean-css.ts'
import type { DocumentStyle } from './document-styles.ts'
import type { Findings } from './findings.ts'

const MAX_DEPTH = 4
/** Of one chapter, with those that they import. */
const MAX_SHEETS = 100

const MAX_IMPORTS = 20

/** A sheet of the book, cleaned once. */
interface Sheet extends CleanCss {
  path: string
  /** What it shows. */
  shown: ReadonlySet<string>
}

interface Options {
  references: References
  findings: Findings
  /** The text of a style sheet of the book; undefined if there is none at this path. */
  read: (path: string) => string | undefined
}

/** The style sheets of a book: those of its chapters in their order, after those that they import. */
export const createStylesheets = ({ references, findings, read }: Options) => {
  const sheets = new Map<string, Sheet | undefined>()

  const clean = (css: string, path: string): Sheet => {
    const shown = new Set<string>()
    const { resource } = references.of(path, findings.count)
    const refer = (reference: string) => {
      const found = resource(reference)
      if (found !== undefined) shown.add(found)
      return found
    }
    const cleaned = cleanCss(css, { context: 'stylesheet', refer })
    if (cleaned.removed > 0) findings.count('style')
    return { ...cleaned, imports: cleaned.imports.slice(0, MAX_IMPORTS), path, shown }
  }

  const sheetAt = (path: string): Sheet | undefined => {
    if (!sheets.has(path)) {
      const css = read(path)
      sheets.set(path, css === undefined ? undefined : clean(css, path))
    }
    return sheets.get(path)
  }

  /** The sheet at a path and before it those that it imports. */
  function* linked(base: string, { reference, media }: CssImport, depth: number): Generator<[EpubStylesheet, Sheet]> {
    const path = references.of(base, findings.count).file(reference)
    const sheet = path === undefined || depth > MAX_DEPTH ? undefined : sheetAt(path)
    if (!sheet) return
    // The innermost condition counts.
    for (const one of sheet.imports) yield* linked(sheet.path, { ...one, media: one.media || media }, depth + 1)
    yield [{ path: sheet.path, css: null, media: media || null }, sheet]
  }

  function* stylesOf(base: string, style: DocumentStyle): Generator<[EpubStylesheet, Sheet]> {
    if ('reference' in style) return yield* linked(base, style, 0)
    const sheet = clean(style.css, base)
    for (const one of sheet.imports) yield* linked(base, { ...one, media: one.media || style.media }, 1)
    yield [{ path: null, css: sheet.css, media: style.media || null }, sheet]
  }

  return {
    /** The style sheets of a document, and the files that they show. */
    of: (base: string, styles: readonly DocumentStyle[]) => {
      const stylesheets: EpubStylesheet[] = []
      const shown = new Set<string>()
      for (const style of styles) {
        for (const [entry, sheet] of stylesOf(base, style)) {
          if (stylesheets.length >= MAX_SHEETS) break
          stylesheets.push(entry)
          for (const path of sheet.shown) shown.add(path)
        }
      }
      return { stylesheets, shown }
    },
    /** Each sheet of the book that a chapter uses. */
    all: (): { path: string; css: string }[] => [...sheets.values()].filter((sheet) => sheet !== undefined),
  }
}

export type Stylesheets = ReturnType<typeof createStylesheets>

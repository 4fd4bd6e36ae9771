import type { EpubChapterSummary, EpubStylesheet } from '#contract/shapes/epub.ts'
import type { References } from './book-references.ts'
import { cleanCss, type CleanCss, type CssImport } from './clean-css.ts'
import type { DocumentStyle } from './document-styles.ts'
import type { Findings } from './findings.ts'

const MAX_DEPTH = 4
/** The most style sheets of one chapter, with those that they import. */
const MAX_SHEETS = 100

const MAX_IMPORTS = 20

type Layout = EpubChapterSummary['layout']

/** A sheet of the book, or of a document itself, which has no path. */
interface Sheet extends CleanCss {
  path: string | null
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

/** How the sheets of a document are read. */
interface Reading {
  layout: Layout
  /** What the style sheets of the whole document make the unit of lengths; undefined at first, when each has its own. */
  rootUnit?: number | undefined
  count: Findings['count']
}

const ignore = () => undefined

/** The style sheets of a book: those of its chapters in their order, after those that they import. */
export const createStylesheets = ({ references, findings, layout: ofBook, read }: Options) => {
  const sheets = new Map<string, Sheet | undefined>()
  /** What the files of the book have become, as the first chapter needs each. */
  const files = new Map<string, string>()

  const clean = (css: string, path: string, { layout, rootUnit, count }: Reading): Sheet => {
    const shown = new Set<string>()
    const { resource } = references.of(path, count)
    const refer = (reference: string) => {
      const found = resource(reference)
      if (found !== undefined) shown.add(found)
      return found
    }
    const cleaned = cleanCss(css, { context: 'stylesheet', layout, rootUnit, refer })
    if (cleaned.removed > 0) count('style')
    return { ...cleaned, imports: cleaned.imports.slice(0, MAX_IMPORTS), path: null, shown }
  }

  /** Cleaned once for each layout and unit, and told once. */
  const sheetAt = (path: string, { layout, rootUnit }: Reading): Sheet | undefined => {
    const key = `${layout} ${rootUnit} ${path}`
    if (!sheets.has(key)) {
      const css = read(path)
      const count = rootUnit === undefined ? findings.count : ignore
      sheets.set(key, css === undefined ? undefined : { ...clean(css, path, { layout, rootUnit, count }), path })
    }
    return sheets.get(key)
  }

  /** A chapter that needs another form of a sheet than the book has has it in itself. */
  const entryOf = ({ path, css }: Sheet, media: string, layout: Layout): EpubStylesheet => {
    const isOfBook = path !== null && layout === ofBook && (files.get(path) ?? css) === css
    if (isOfBook) files.set(path, css)
    return { ...(isOfBook ? { path, css: null } : { path: null, css }), media: media || null }
  }

  /** The sheet at a path and before it those that it imports. */
  function* linked(
    base: string,
    { reference, media }: CssImport,
    reading: Reading,
    depth: number,
  ): Generator<[Sheet, media: string]> {
    const path = references.of(base, reading.count).file(reference)
    const sheet = path === undefined || depth > MAX_DEPTH ? undefined : sheetAt(path, reading)
    if (path === undefined || !sheet) return
    // The innermost condition counts.
    for (const one of sheet.imports) yield* linked(path, { ...one, media: one.media || media }, reading, depth + 1)
    yield [sheet, media]
  }

  function* stylesOf(base: string, style: DocumentStyle, reading: Reading): Generator<[Sheet, media: string]> {
    if ('reference' in style) return yield* linked(base, style, reading, 0)
    const sheet = clean(style.css, base, style.isDrawn ? { ...reading, layout: 'pre-paginated' } : reading)
    for (const one of sheet.imports) yield* linked(base, { ...one, media: one.media || style.media }, reading, 1)
    yield [sheet, style.media]
  }

  const sheetsOf = (base: string, styles: readonly DocumentStyle[], reading: Reading) => {
    const found: [Sheet, media: string][] = []
    for (const style of styles) {
      for (const one of stylesOf(base, style, reading)) {
        if (found.length >= MAX_SHEETS) break
        found.push(one)
      }
    }
    return found
  }

  return {
    /** The style sheets of a document, and the files that they show. */
    of: (base: string, styles: readonly DocumentStyle[], layout: Layout) => {
      const own = sheetsOf(base, styles, { layout, count: findings.count })
      const rootUnit = rootUnitOf(own)
      const isOne = own.every(([sheet]) => (sheet.rootUnit ?? 1) === rootUnit)
      const all = isOne ? own : sheetsOf(base, styles, { layout, rootUnit, count: ignore })
      return {
        stylesheets: all.map(([sheet, media]) => entryOf(sheet, media, layout)),
        shown: new Set(all.flatMap(([sheet]) => [...sheet.shown])),
      }
    },
    /** What the sheets of a document make the unit of lengths, as a share of the letters of its text. */
    rootUnitOf: (base: string, styles: readonly DocumentStyle[], layout: Layout) =>
      rootUnitOf(sheetsOf(base, styles, { layout, count: ignore })),
    /** Each file of the book that a chapter uses as a sheet. */
    all: (): { path: string; css: string }[] => [...files].map(([path, css]) => ({ path, css })),
  }
}

/** The last one counts, unless it is of another medium. */
const rootUnitOf = (sheets: readonly [Sheet, media: string][]): number =>
  sheets.findLast(([sheet, media]) => sheet.rootUnit !== undefined && ON_SCREEN.has(media.trim().toLowerCase()))?.[0]
    .rootUnit ?? 1
const ON_SCREEN = new Set(['', 'all', 'screen'])

export type Stylesheets = ReturnType<typeof createStylesheets>
